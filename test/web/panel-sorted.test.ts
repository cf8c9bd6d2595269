import assert from 'node:assert/strict'
import test from 'node:test'
import { sorted } from '../../web/src/panel/sorted.ts'

const columns = [
  { id: 'name', sortBy: ({ name }: { name: string }) => name },
  { id: 'seen', sortBy: ({ seen }: { seen: number | null }) => seen },
  { id: 'plain' },
]
const rows = [
  { name: 'Noa', seen: 2 },
  { name: 'Ángel', seen: null },
  { name: 'Marta', seen: 10 },
]
const names = (order: string | undefined) => sorted(rows, columns, order).map(({ name }) => name)

test('rows are sorted by the column of the address, numbers as numbers, and rows without a value are last', () => {
  assert.deepEqual(names('name'), ['Ángel', 'Marta', 'Noa'])
  assert.deepEqual(names('-name'), ['Noa', 'Marta', 'Ángel'])
  assert.deepEqual(names('seen'), ['Noa', 'Marta', 'Ángel'])
  assert.deepEqual(names('-seen'), ['Marta', 'Noa', 'Ángel'])
})

test('without an order, or with an unknown one, rows stay as they came', () => {
  for (const order of [undefined, '', 'unknown', 'plain', '-'])
    assert.deepEqual(names(order), ['Noa', 'Ángel', 'Marta'])
})
