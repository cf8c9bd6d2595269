import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileCells } from '../../test/support/hostile-cells.ts'
import { csvHead, csvLines, csvOf, membersOf } from './csv.ts'
import { allPages } from './page.ts'

const columns = membersOf('text', 'cents', 'open')
const rowOf = (text: string | null) => ({ text, cents: -5, open: false })

test('no text becomes a cell that a spreadsheet runs, and none breaks its line', () => {
  for (const { text, cell } of hostileCells)
    assert.equal(csvLines(columns, [rowOf(text)]), `${cell},-5,false\r\n`, JSON.stringify(text))
})

test('the cells of a spreadsheet that splits at semicolons, tabs and lines are no formulas either', () => {
  for (const { text } of hostileCells) {
    const line = csvLines(columns, [rowOf(text)]).replace(/,-5,false\r\n$/, '')
    for (const cell of line.split(/[;\t\r\n]/))
      assert.doesNotMatch(cell, /^"?[\s\p{C}]*[=+\-@＝＋－＠]/u, JSON.stringify(text))
  }
})

const ordinary = [
  { text: 'A-1', cell: 'A-1' },
  { text: '3 + 1', cell: '3 + 1' },
  { text: 'x@y.example', cell: 'x@y.example' },
  { text: 'Sofá, 3 plazas', cell: '"Sofá, 3 plazas"' },
  { text: 'C/ Mayor 3; 2º-B', cell: '"C/ Mayor 3; 2º-B"' },
  { text: '', cell: '' },
  { text: null, cell: '' },
]

test('ordinary texts stay as they are, and numbers may be negative', () => {
  for (const { text, cell } of ordinary)
    assert.equal(csvLines(columns, [rowOf(text)]), `${cell},-5,false\r\n`)
})

test('a list without rows is a file with its header, marked as UTF-8', async () => {
  const parts = await partsOf(csvOf(columns, []))
  assert.deepEqual(parts, ['\uFEFFtext,cents,open\r\n'])
  assert.equal(csvHead(columns), parts[0])
})

test('each page of a list is read once, when the part before it was taken', async () => {
  const asked: (string | undefined)[] = []
  const pages = allPages(async ({ before }) => {
    asked.push(before)
    return { rows: [rowOf(`after ${before}`)], next: before === '2' ? null : String(Number(before ?? 0) + 1) }
  })
  const parts = csvOf(columns, pages)
  assert.match((await parts.next()).value ?? '', /^\uFEFFtext,cents,open\r\nafter undefined,/)
  assert.deepEqual(asked, [undefined])
  const rest = await partsOf(parts)
  assert.deepEqual(asked, [undefined, '1', '2'])
  assert.deepEqual(rest, ['after 1,-5,false\r\n', 'after 2,-5,false\r\n'])
})

async function partsOf(parts: AsyncGenerator<string>): Promise<string[]> {
  const found: string[] = []
  for await (const part of parts) found.push(part)
  return found
}
