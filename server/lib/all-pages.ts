import type { Page } from './page.ts'

const pageSize = 1_000

/** Reads a list from its first page to its last. A page is read when the one before it was taken. */
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
