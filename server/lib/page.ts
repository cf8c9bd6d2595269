import { defaultPageSize } from '#contract/admin/common.ts'

/** The start and the length of a page of a list. */
export type Paging = { before?: string | undefined; limit?: number | undefined }

export type Page<Row> = { rows: Row[]; next: string | null }

/** Reads one row more than the page, to find whether a next page exists. */
export async function readPage<Row>(
  { limit = defaultPageSize }: Paging,
  find: (limit: number) => Promise<readonly Row[]>,
  placeOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await find(limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : null }
}

const pageSize = 1_000

/** Reads a list from its first page to its last. A page is read after the previous one was taken. */
export async function* allPages<Row>(
  find: (at: { before: string | undefined; limit: number }) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let before: string | undefined
  do {
    const { rows, next } = await find({ before, limit: pageSize })
    yield rows
    before = next ?? undefined
  } while (before !== undefined)
}
