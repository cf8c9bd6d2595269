import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { allPages } from '../lib/all-pages.ts'
import { type Column, csvOf, membersOf } from '../lib/csv.ts'
import { readPage } from '../lib/page.ts'
import { type CarrierLine, readCarrierLines } from './carrier-statement.ts'
import { spanOfBooks } from './month.ts'

/** All lines of a carrier's statement as CSV, the newest first. */
export function carrierStatementFile(
  kysely: Kysely<Tables>,
  { accountId, month }: { accountId: string; month: string },
): AsyncGenerator<string> {
  const span = spanOfBooks(month)
  const pages = allPages((at) => {
    const find = (limit: number) => readCarrierLines(kysely, { accountId, span, before: at.before, limit })
    return readPage(at, find, ({ id }) => id)
  })
  return csvOf(columns, pages)
}

const columns: Column<CarrierLine>[] = [
  { header: 'line_id', value: ({ id }) => id },
  { header: 'at', value: ({ at }) => at.toISOString() },
  ...membersOf<CarrierLine>('kind'),
  { header: 'job_id', value: ({ jobId }) => jobId },
  { header: 'short_id', value: ({ shortId }) => shortId },
  { header: 'amount_cents', value: ({ amountCents }) => amountCents },
]
