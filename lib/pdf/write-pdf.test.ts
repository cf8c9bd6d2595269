import assert from 'node:assert/strict'
import test from 'node:test'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { textWidth } from './widths.ts'
import { winAnsiBytes } from './win-ansi.ts'
import { type PdfLine, writePdf } from './write-pdf.ts'

const written = (lines: PdfLine[]) => writePdf({ title: 'Títle', author: 'Acme', language: 'es', lines })

/** The drawing commands of each page. */
const pagesOf = (file: Buffer): string[] =>
  [...file.toString('latin1').matchAll(/<< \/Length (\d+) [^>]*>>\nstream\n/g)].map((found) => {
    const begin = found.index + found[0].length
    return inflateSync(file.subarray(begin, begin + Number(found[1]))).toString('latin1')
  })

const decoded = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(winAnsiBytes(text)))

test('each offset of the table is that of its object, and the last one of the table itself', () => {
  const file = written([{ texts: [{ text: 'one' }] }]).toString('latin1')
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  assert.ok(file.slice(start).startsWith('xref\n'))
  const offsets = [...file.slice(start).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset))
  assert.equal(offsets.length, 7)
  for (const [index, offset] of offsets.entries())
    assert.ok(file.slice(offset).startsWith(`${index + 1} 0 obj`), `object ${index + 1}`)
})

test('letters of Spanish, Portuguese, French, German and Catalan and the euro sign keep their shape', () => {
  const text = 'ñáéíóúü¿¡ ãõçàê œŒ ÄÖÜß l·l €„“–'
  assert.equal(decoded(text), text)
})

test('a letter without a place loses its accent, anything else is a question mark, and nothing is an error', () => {
  assert.equal(decoded('Łódź Čapek Žižek'), 'Lódz Capek Žižek')
  assert.equal(decoded('日本 😀'), '?? ?')
  assert.equal(decoded('a\u0000b\u200bc\u202fd\ud800'), 'abc d')
})

test('parentheses and backslashes are escaped', () => {
  const [page = ''] = pagesOf(written([{ texts: [{ text: 'a) (b \\' }] }]))
  assert.ok(page.includes('(a\\) \\(b \\\\) Tj'), page)
})

test('a right-aligned text ends at its place', () => {
  const [page = ''] = pagesOf(written([{ texts: [{ text: '1.234,56 €', x: 483, align: 'right' }] }]))
  const start = Number(/Tf ([\d.]+) /.exec(page)?.[1])
  assert.ok(Math.abs(start + textWidth('1.234,56 €', 10) - 56 - 483) < 0.01)
})

test('a bold text ends at its place too, and its rows fit', () => {
  const shown = { text: 'Suma: 1.234,56 €', size: 18, isBold: true }
  const [page = ''] = pagesOf(written([{ texts: [{ ...shown, x: 483, align: 'right' }] }]))
  const start = Number(/Tf ([\d.]+) /.exec(page)?.[1])
  assert.ok(Math.abs(start + textWidth(shown.text, 18, true) - 56 - 483) < 0.01)
  const [long = ''] = pagesOf(written([{ texts: [{ ...shown, text: 'Rechnungskorrektur '.repeat(9) }] }]))
  const rows = [...long.matchAll(/\(([^)]*)\) Tj/g)].map(([, row = '']) => row)
  assert.ok(rows.length > 2)
  for (const row of rows) assert.ok(textWidth(row, 18, true) <= 483, row)
})

/** Of Adobe's metrics of Helvetica-Bold, where it is wider or narrower than Helvetica. */
const publishedBold: Record<string, number> = {
  ...{ A: 722, B: 722, J: 556, K: 722, L: 611, '@': 975, '&': 722, '?': 611, '!': 333, '"': 474, "'": 238 },
  ...{
    b: 611,
    c: 556,
    f: 333,
    h: 611,
    i: 278,
    l: 278,
    m: 889,
    r: 389,
    t: 333,
    w: 778,
    ñ: 611,
    ü: 611,
    é: 556,
  },
  ...{ ':': 333, '(': 333, '{': 389, '|': 280, '‘': 278, '’': 278, '“': 500, '”': 500, '„': 500 },
}

test('bold letters are as wide as Helvetica-Bold has them, and bold figures as wide as others', () => {
  const measured = Object.keys(publishedBold).map((each) => [each, textWidth(each, 1_000, true)])
  assert.deepEqual(Object.fromEntries(measured), publishedBold)
  for (const figure of '0123456789.,-–€% ') assert.equal(textWidth(figure, 10, true), textWidth(figure, 10))
})

/** Of Adobe's metrics of Helvetica. */
const published: Record<string, number> = {
  "'": 191,
  '’': 222,
  '‘': 222,
  '‚': 222,
  '“': 333,
  '”': 333,
  '„': 333,
  '–': 556,
  '—': 1_000,
  '…': 1_000,
  '•': 350,
  '€': 556,
  í: 278,
  ñ: 556,
  Ñ: 722,
  '¿': 611,
  '¡': 333,
  '«': 556,
  º: 365,
  '°': 400,
  Ø: 778,
  œ: 944,
}

test('quotes, dashes, the bullet and what Spanish needs are as wide as Helvetica has them', () => {
  const measured = Object.keys(published).map((character) => [character, textWidth(character, 1_000)])
  assert.deepEqual(Object.fromEntries(measured), published)
})

test('a long text goes on in the next line, also one without spaces, and no character is lost', () => {
  const long = `${'word '.repeat(40)}${'x'.repeat(300)}`
  const [page = ''] = pagesOf(written([{ texts: [{ text: long }] }]))
  const rows = [...page.matchAll(/\(([^)]*)\) Tj/g)].map(([, row = '']) => row)
  assert.ok(rows.length > 3)
  assert.equal(rows.join('').replaceAll(' ', ''), long.replaceAll(' ', ''))
  for (const row of rows) assert.ok(textWidth(row, 10) <= 483, row)
})

test('lines that do not fit begin the next page', () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({ texts: [{ text: `line ${index}` }] }))
  const pages = pagesOf(written(lines))
  assert.equal(pages.length, 3)
  const shown = pages.flatMap((page) => [...page.matchAll(/\((line \d+)\) Tj/g)].map(([, line]) => line))
  assert.deepEqual(
    shown,
    lines.map(({ texts: [first] }) => first?.text),
  )
})

test('the same input gives the same bytes', () => {
  const lines = [{ texts: [{ text: 'one' }], ruled: true }]
  assert.deepEqual(written(lines), written(lines))
})

test('a picture is in the file as it is, once, and is drawn below its text within the margins', async () => {
  const bytes = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#c96' } })
    .jpeg()
    .toBuffer()
  const grey = await sharp(bytes).greyscale().toColourspace('b-w').jpeg().toBuffer()
  const picture = (of: Buffer) => ({
    texts: [{ text: 'photo' }],
    picture: { bytes: of, width: 1_200, height: 900 },
  })
  const file = written([picture(bytes), picture(grey), picture(bytes)])
  assert.ok(file.includes(bytes) && file.includes(grey))
  const text = file.toString('latin1')
  assert.deepEqual(
    [...text.matchAll(/ColorSpace \/(\w+)/g)].map(([, space]) => space),
    ['DeviceRGB', 'DeviceGray', 'DeviceRGB'],
  )
  const drawn = pagesOf(file).flatMap((page) => [
    ...page.matchAll(/q (\d+) 0 0 (\d+) 56 ([\d.]+) cm \/I(\d) Do Q/g),
  ])
  assert.deepEqual(
    drawn.map(([, width, height, , name]) => [width, height, name]),
    ['0', '1', '2'].map((name) => ['427', '320', name]),
  )
  for (const [, , , y] of drawn) assert.ok(Number(y) >= 56, y)
})
