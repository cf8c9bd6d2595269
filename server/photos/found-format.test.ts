import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redImage } from '../../test/support/pictures.ts'
import { foundFormat } from './found-format.ts'

const ftyp = (brands: string) => `\0\0\0\x18ftyp${brands}`

test('3 Create: a file is recognized by its first bytes', async () => {
  const red = redImage(8, 8)
  const files: Record<string, (string | Buffer)[]> = {
    JPEG: [await red.clone().jpeg().toBuffer()],
    PNG: [await red.clone().png().toBuffer()],
    WebP: [await red.clone().webp().toBuffer()],
    GIF: [await red.clone().gif().toBuffer()],
    AVIF: [await red.clone().avif().toBuffer(), ftyp('mif1\0\0\0\0avifmiaf')],
    TIFF: [await red.clone().tiff().toBuffer(), 'MM\0*\0\0\0\x08'],
    HEIC: [ftyp('heic\0\0\0\0mif1heic'), ftyp('mif1\0\0\0\0mif1heic'), ftyp('hevc\0\0\0\0')],
    MP4: [ftyp('isom'), ftyp('mp42')],
    MOV: [ftyp('qt  ')],
    PDF: ['%PDF-1.4'],
    ZIP: ['PK\x03\x04'],
    gzip: ['\x1f\x8b\x08'],
    SVG: ['<svg xmlns="…">', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg>'],
    HTML: ['<!doctype html>', '  <html lang="en">', '\xef\xbb\xbf<HTML>'],
    XML: ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    JSON: ['{"error":"not found"}', '[]', '{}'],
    'JPEG XL': ['\xff\x0a', '\0\0\0\x0cJXL '],
    BMP: ['BM\x10\0\0\0\0\0\0\0'],
  }
  for (const [name, contents] of Object.entries(files))
    for (const content of contents)
      assert.equal(
        foundFormat(Buffer.from(content as string, 'latin1')),
        name,
        `${name}: ${String(content).slice(0, 12)}`,
      )
})

test('3 Create: what is none of the usual formats has no name', () => {
  for (const content of [
    '',
    'a photo',
    '\xff',
    '{nothing}',
    'BM',
    '<',
    ' '.repeat(2_000_000),
    '<?xml'.repeat(1_000),
  ])
    assert.ok([null, 'XML'].includes(foundFormat(Buffer.from(content, 'latin1'))), content.slice(0, 20))
})
