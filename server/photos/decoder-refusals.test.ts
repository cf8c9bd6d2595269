import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { mutated, randomFrom } from '../../test/support/mutated.ts'
import {
  apng,
  bitPng,
  chunk,
  jpegWithDimensions,
  markedImage,
  pngHead,
  pngHeader,
  redImage,
} from '../../test/support/pictures.ts'
import { createPhotoDecoder, NotAnImage } from './decoder.ts'

// The usual limit is for one photo on a free core, and other tests run beside these.
const decoder = createPhotoDecoder({ processes: 2, timeLimitMs: 60_000 })
after(() => decoder.stop())

test('2A too many pixels, or too long a side, is refused from the header, for every format', async () => {
  const bombs = {
    'PNG 16,000 x 16,000': bitPng(16_000, 16_000),
    'PNG 1 x 1,000,000': bitPng(1, 1_000_000),
    'PNG 12,001 x 1': bitPng(12_001, 1),
    'PNG 7,072 x 7,072': bitPng(7_072, 7_072),
    'PNG 65,500 x 65,500, header only': Buffer.concat([pngHead, pngHeader(65_500, 65_500, 8)]),
    'JPEG 65,500 x 65,500': await jpegWithDimensions(65_500, 65_500),
    'JPEG 12,001 x 64': await jpegWithDimensions(12_001, 64),
    'JPEG 8,000 x 8,000': await jpegWithDimensions(8_000, 8_000),
    'WebP 12,001 x 2': await redImage(12_001, 2).webp().toBuffer(),
    'GIF 12,001 x 2': await redImage(12_001, 2).gif().toBuffer(),
    'AVIF 4,001 x 4,000': await redImage(4_001, 4_000).avif({ effort: 0 }).toBuffer(),
  }
  for (const [name, bytes] of Object.entries(bombs)) {
    const found = name.split(' ')[0]
    // Without pixels, the library refuses it before it tells the size.
    const why = name.includes('header only') ? 'damaged' : 'pixels'
    await assert.rejects(decoder.decode(bytes), { fault: { why, found } }, name)
  }
  const { width } = await decoder.decode(bitPng(7_071, 7_071))
  assert.equal(width, 1600, '50 megapixels are still read')
  const avif = await decoder.decode(await redImage(4_000, 4_000).avif({ effort: 0 }).toBuffer())
  assert.equal(avif.width, 1600, '16 megapixels of AVIF are still read')
})

test('2A a file that is not JPEG, PNG, WebP, AVIF or GIF is refused for any name and type', async () => {
  const photo = await markedImage(300, 200).jpeg().toBuffer()
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`), photo])
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const others: Record<string, Buffer> = {
    'an SVG': Buffer.from(svg),
    'an SVG with an external entity': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg.replace('<rect', '<text>&x;</text><rect')}`,
    ),
    'an SVG with an image': Buffer.from(svg.replace('<rect', '<image href="http://127.0.0.1/"/><rect')),
    HTML: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj'),
    'a ZIP': Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
    'an EXE': Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
    'a TIFF': await redImage(20, 20).tiff().toBuffer(),
    'a HEIC': ftyp('heic'),
    'a BMP': Buffer.from(
      `424d46000000000000003600000028000000${'02000000'.repeat(2)}0100180000000000`,
      'hex',
    ),
    'an ICO': Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
    'a PSD': Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03', 'latin1'),
    'a PPM': Buffer.from('P6 2 2 255\nabcdefabcdef'),
    'raw pixels of libvips': Buffer.from('08f2a6b6', 'hex'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'a JPEG cut short': photo.subarray(0, photo.length / 2),
    'the head of a JPEG': photo.subarray(0, 20),
    'a PNG cut short': (await markedImage(300, 200).png().toBuffer()).subarray(0, 100),
    'a WebP cut short': (await markedImage(300, 200).webp().toBuffer()).subarray(0, 60),
    zeros: Buffer.alloc(100_000),
  }
  for (const [name, bytes] of Object.entries(others)) {
    await assert.rejects(decoder.decode(bytes), NotAnImage, name)
  }
})

test('2A data appended to or embedded in an image is not copied', async () => {
  const photo = await markedImage(300, 200).jpeg().toBuffer()
  const gif = await markedImage(300, 200).gif().toBuffer()
  const tail = Buffer.from('PK\x03\x04evil.js<script>alert(1)</script>', 'latin1')
  for (const bytes of [Buffer.concat([photo, tail]), Buffer.concat([gif, tail])]) {
    const { jpeg } = await decoder.decode(bytes)
    assert.doesNotMatch(jpeg.toString('latin1'), /evil|script/)
  }
  const texts = Array.from({ length: 10_000 }, (_, index) =>
    chunk('tEXt', Buffer.from(`Comment\0evil ${index}`)),
  )
  const png = bitPng(20, 20)
  const chatty = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
  const answer = await decoder.decode(chatty).catch((error: unknown) => error)
  if (answer instanceof Error) assert.ok(answer instanceof NotAnImage)
  else assert.doesNotMatch((answer as { jpeg: Buffer }).jpeg.toString('latin1'), /evil/)
})

test('2A 400 mutated files: each is a picture or refused, and the service goes on', async () => {
  const random = randomFrom(20_261_120)
  const seeds = await Promise.all([
    markedImage(90, 60).jpeg().toBuffer(),
    markedImage(90, 60).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    markedImage(90, 60).png().toBuffer(),
    markedImage(90, 60).png({ progressive: true, palette: true }).toBuffer(),
    markedImage(90, 60).webp().toBuffer(),
    markedImage(90, 60).webp({ lossless: true }).toBuffer(),
    markedImage(90, 60).gif().toBuffer(),
    apng(),
  ])
  const files = Array.from({ length: 400 }, (_, index) =>
    mutated(seeds[index % seeds.length] ?? Buffer.alloc(0), random),
  )
  let pictures = 0
  await Promise.all(
    files.map(async (bytes) => {
      const answer = await decoder.decode(bytes).catch((error: unknown) => error)
      if (answer instanceof NotAnImage) return
      assert.ok(!(answer instanceof Error), String(answer))
      assert.equal((await sharp((answer as { jpeg: Buffer }).jpeg).metadata()).format, 'jpeg')
      pictures += 1
    }),
  )
  assert.ok(pictures > 20 && pictures < 380, `${pictures} of 400 were still pictures`)
  await decoder.decode(seeds[0] ?? Buffer.alloc(0))
})
