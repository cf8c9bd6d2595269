import { type Kysely, sql } from 'kysely'
import {
  afterSeconds,
  type Claim,
  claimRow,
  dueIds,
  finishRow,
  type LeasedRows,
  releaseRow,
  runDueRows,
} from '../../../db/leased-rows.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Column, csvHead, csvLines, membersOf } from '../../../lib/csv.ts'
import { maskPhone } from '../../../lib/phone.ts'
import { wordsWithPhones } from '../../../lib/shown-words.ts'
import { type ExportRow, forgetExports } from './export-store.ts'
import { listJobsForStaff, type StaffJobRow } from './list-jobs.ts'

export type ExportNeeds = {
  kysely: Kysely<Tables>
  /** Jobs of one batch, which is one statement and one chunk of the file; tests use small ones. */
  exportBatch?: number
}

/** Longer than a batch takes; each batch extends it. */
const rows: LeasedRows<'job_export'> = { table: 'job_export', leaseSeconds: 45 }

const maxAttempts = 5
const secondsBetween = 10

/** Writes the due exports, also of crashed workers, and deletes the expired ones. */
export async function writeExports(needs: ExportNeeds, signal: AbortSignal): Promise<void> {
  await forgetExports(needs.kysely)
  const findIds = (limit: number) => dueIds(needs.kysely, rows, { limit })
  await runDueRows({ together: 1, findIds, work: (id) => writeExport(needs, id, signal) }, signal)
}

async function writeExport(needs: ExportNeeds, id: string, signal: AbortSignal): Promise<void> {
  const claim = await claimRow(needs.kysely, rows, id)
  if (!claim) return
  try {
    await writeRest(needs, claim, signal)
  } catch (error) {
    const isLast = claim.attempts >= maxAttempts
    const last_error = error instanceof Error ? error.name : 'unknown'
    if (isLast) await finishRow(needs.kysely, rows, claim, { status: 'failed', last_error })
    else await releaseRow(needs.kysely, rows, claim, { dueAt: afterSeconds(secondsBetween), last_error })
    throw error
  }
}

/** Continues after the last committed batch, until the end, a lost claim, or a shutdown. */
async function writeRest(
  { kysely, exportBatch: limit = 1_000 }: ExportNeeds,
  claim: ExportRow & Claim,
  signal: AbortSignal,
): Promise<void> {
  const { filters } = claim
  const columns = columnsWith(claim.with_phones ? 'whole' : 'masked')
  for (let { next, chunks } = claim; ; chunks += 1) {
    const before = next ?? undefined
    const page = await listJobsForStaff(kysely, { filters, before, limit, counts: false })
    const lines = csvLines(columns, page.rows)
    const content = chunks === 0 ? csvHead(columns) + lines : lines
    const batch = { position: chunks, content, next: page.next, added: page.rows.length }
    if (!(await commit(kysely, claim, batch)) || page.next === null) return
    if (signal.aborted) return void (await releaseRow(kysely, rows, claim, { dueAt: sql<Date>`now()` }))
    next = page.next
  }
}

type Batch = { position: number; content: string; next: string | null; added: number }

/** Stores a chunk with the progress, which extends the lease or ends the export. @returns false for a lost claim. */
const commit = (kysely: Kysely<Tables>, claim: Claim, { position, content, next, added }: Batch) =>
  kysely.transaction().execute(async (trx) => {
    const progress = {
      next,
      chunks: position + 1,
      rows_written: sql<number>`rows_written + ${added}`,
    }
    const isOwn =
      next === null
        ? await finishRow(trx, rows, claim, { ...progress, status: 'done', finished_at: sql<Date>`now()` })
        : await finishRow(trx, rows, claim, {
            ...progress,
            status: 'running',
            due_at: afterSeconds(rows.leaseSeconds),
          })
    if (isOwn)
      await trx.insertInto('job_export_chunk').values({ export_id: claim.id, position, content }).execute()
    return isOwn
  })

function columnsWith(phones: 'whole' | 'masked'): Column<StaffJobRow>[] {
  const words = wordsWithPhones(phones)
  const shown = (phone: string | null) => (phone === null || phones === 'whole' ? phone : maskPhone(phone))
  return [
    { header: 'job_id', value: ({ id }) => id },
    ...membersOf('short_id', 'status', 'mode'),
    { header: 'external_reference', value: ({ external_reference }) => words(external_reference) },
    { header: 'title', value: ({ title }) => words(title) },
    ...membersOf('size', 'partner_id'),
    { header: 'partner', value: ({ company_name }) => company_name },
    { header: 'customer_id', value: ({ customer_id }) => customer_id },
    { header: 'customer', value: ({ customer_name }) => words(customer_name) },
    { header: 'customer_phone', value: ({ customer_phone }) => shown(customer_phone) },
    { header: 'carrier_id', value: ({ carrier_id }) => carrier_id },
    { header: 'carrier', value: ({ carrier_name }) => words(carrier_name) },
    ...membersOf('pickup_town', 'dropoff_town', 'distance_km', 'total_cents', 'money'),
    ...membersOf('open_problem', 'hidden'),
    { header: 'created_at', value: ({ created_at }) => created_at.toISOString() },
    { header: 'updated_at', value: ({ updated_at }) => updated_at.toISOString() },
  ]
}
