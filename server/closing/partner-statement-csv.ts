import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { csvLine } from '../lib/csv-line.ts'
import { spanOfBooks } from './month.ts'
import { type PartnerLine, readPartnerLines } from './partner-statement.ts'

const batch = 1_000

const heads = [
  ...['job_id', 'short_id', 'external_reference', 'status', 'at', 'captured_cents', 'refunded_cents'],
  ...['carrier_cents', 'platform_cents', 'waiting_cents'],
]

type Statement = {
  partnerId: string
  month: string
  /** How the reader sees what the partner typed. */
  words: (text: string | null) => string | null
}

/** All lines of a partner's statement as CSV, read in batches. */
export async function* partnerStatementCsv(
  kysely: Kysely<Tables>,
  { partnerId, month, words }: Statement,
): AsyncGenerator<string> {
  const span = spanOfBooks(month)
  // Spreadsheets read UTF-8 only after this mark.
  yield `\uFEFF${csvLine(heads)}`
  for (let before: string | undefined; ; ) {
    const lines = await readPartnerLines(kysely, { partnerId, span, before, limit: batch })
    yield lines.map((line) => csvLine(cellsOf(line, words))).join('')
    if (lines.length < batch) return
    before = lines.at(-1)?.jobId
  }
}

const cellsOf = (line: PartnerLine, words: Statement['words']): (string | number | null)[] => [
  ...[line.jobId, line.shortId, words(line.externalReference), line.status, line.at.toISOString()],
  ...[line.capturedCents, line.refundedCents, line.carrierCents, line.platformCents, line.waitingCents],
]
