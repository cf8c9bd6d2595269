import assert from 'node:assert/strict'
import test from 'node:test'
import { inflateSync } from 'node:zlib'
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
