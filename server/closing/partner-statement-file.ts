import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Column, csvOf } from '../lib/csv.ts'
import type { Words } from '../lib/shown-words.ts'
import { hasFewJobs } from '../payments/queries/conditions.ts'
import { spanOfBooks } from './month.ts'
import { type PartnerLine, readBookedJobs, readPartnerLines } from './partner-statement.ts'

type Statement = {
  partnerId: string
  month: string
  /** How the reader sees what the partner typed. */
  words: Words
}

/** All lines of a partner's statement as CSV, the newest job first. */
export const partnerStatementFile = (
  kysely: Kysely<Tables>,
  { words, ...asked }: Statement,
): AsyncGenerator<string> => csvOf(columnsWith(words), pagesOf(kysely, asked))

const pageSize = 1_000

/** The jobs are found once, so that the month is not read again for each page. */
async function* pagesOf(
  kysely: Kysely<Tables>,
  { partnerId, month }: { partnerId: string; month: string },
): AsyncGenerator<PartnerLine[]> {
  const span = spanOfBooks(month)
  const asked = { partnerId, span, hasFewJobs: await hasFewJobs(kysely, partnerId) }
  const jobIds = await readBookedJobs(kysely, asked)
  for (let from = 0; from < jobIds.length; from += pageSize)
    yield await readPartnerLines(kysely, { jobIds: jobIds.slice(from, from + pageSize), span })
}

const columnsWith = (words: Words): Column<PartnerLine>[] => [
  { header: 'job_id', value: ({ jobId }) => jobId },
  { header: 'short_id', value: ({ shortId }) => shortId },
  { header: 'external_reference', value: ({ externalReference }) => words(externalReference) },
  { header: 'status', value: ({ status }) => status },
  { header: 'at', value: ({ at }) => at.toISOString() },
  { header: 'captured_cents', value: ({ capturedCents }) => capturedCents },
  { header: 'refunded_cents', value: ({ refundedCents }) => refundedCents },
  { header: 'carrier_cents', value: ({ carrierCents }) => carrierCents },
  { header: 'platform_cents', value: ({ platformCents }) => platformCents },
  { header: 'waiting_cents', value: ({ waitingCents }) => waitingCents },
]
