import assert from 'node:assert/strict'
import type { AdminOperation } from '#contract/operation.ts'
import type { Staff, StaffBrowser } from './staff.ts'

/** A list of money and its file. `rowsOf`: the rows of a page; `idOf`: the first column of the file. */
export type MoneyList = {
  list: AdminOperation
  file: AdminOperation
  rows: string
  id: string
}

type Page = Record<string, Record<string, unknown>[]> & { next: string | null }

/** The input of a list: its filters are in the body where one may be a name. */
export const inputOf = (list: AdminOperation, filters: object, paging: object = {}): never =>
  (list.body ? { body: { filters, ...paging } } : { query: { ...filters, ...paging } }) as never

type Asked = { filters: object; paging: object }

const ok = (by: StaffBrowser, list: AdminOperation, { filters, paging }: Asked): Promise<Page> =>
  by.ok(list, inputOf(list, filters, paging))

/** All rows of a list, a page of one row at a time: none is left out or repeated. */
export async function walk(
  by: Staff,
  { list, rows, id }: MoneyList,
  filters: object = {},
): Promise<string[]> {
  const found: string[] = []
  let before: string | null = null
  do {
    const page = await ok(by, list, { filters, paging: { limit: 1, ...(before !== null && { before }) } })
    found.push(...(page[rows] ?? []).map((row) => String(row[id])))
    before = page.next
  } while (before !== null)
  assert.equal(new Set(found).size, found.length, 'no row is repeated')
  const whole = await ok(by, list, { filters, paging: { limit: 200 } })
  assert.deepEqual(
    found,
    (whole[rows] ?? []).map((row) => String(row[id])),
  )
  return found
}

/** The lines of a file, without the heading; each as its cells, if none has a comma. */
export async function download(by: Staff, { file }: MoneyList, query: object = {}): Promise<string[][]> {
  const { status, text, headers } = await by.call(file, { query } as never)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="dray-[a-z-]+\.csv"$/)
  const lines = text.replace(/^\uFEFF/, '').split('\r\n')
  assert.equal(lines.at(-1), '', 'the last line is whole')
  return lines.slice(1, -1).map((line) => line.split(','))
}
