import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { csvLine } from '../lib/csv-line.ts'
import { type CarrierLine, readCarrierLines } from './carrier-statement.ts'
import { spanOfBooks } from './month.ts'

const batch = 1_000

const heads = ['line_id', 'at', 'kind', 'job_id', 'short_id', 'amount_cents']

/** All lines of a carrier's statement as CSV, read in batches. */
export async function* carrierStatementCsv(
  kysely: Kysely<Tables>,
  { accountId, month }: { accountId: string; month: string },
): AsyncGenerator<string> {
  const span = spanOfBooks(month)
  // Spreadsheets read UTF-8 only after this mark.
  yield `\uFEFF${csvLine(heads)}`
  for (let before: string | undefined; ; ) {
    const lines = await readCarrierLines(kysely, { accountId, span, before, limit: batch })
    yield lines.map((line) => csvLine(cellsOf(line))).join('')
    if (lines.length < batch) return
    before = lines.at(-1)?.id
  }
}

const cellsOf = ({ id, at, kind, jobId, shortId, amountCents }: CarrierLine): (string | number | null)[] => [
  ...[id, at.toISOString(), kind, jobId, shortId],
  amountCents,
]
