import { type Kysely, sql } from 'kysely'
import {
  afterSeconds,
  type Claim,
  claimRow,
  dueIds,
  finishRow,
  type LeasedRows,
  releaseRow,
} from '../../../db/leased-rows.ts'
import { runDueRows } from '../../../db/run-due-rows.ts'
import type { Tables } from '../../../db/tables.ts'
import { csvLine } from '../../../lib/csv-line.ts'
import { withoutPhones } from '../../../lib/mask-text.ts'
import { maskPhone } from '../../../lib/phone.ts'
import { shownText } from '../../../lib/shown-text.ts'
import { type ExportRow, forgetExports } from './export-store.ts'
import { listJobsForStaff, type StaffJobRow } from './list-jobs.ts'

export type ExportNeeds = {
  kysely: Kysely<Tables>
  /** Jobs of one batch, which is one statement and one chunk of the file; tests use small ones. */
  exportBatch?: number
}

/** Longer than a batch takes; each batch extends it. */
const rows: LeasedRows<'job_export'> = { table: 'job_export', leaseSeconds: 45 }

const mostAttempts = 5
const secondsBetween = 10

/** Writes the exports that are due, also those whose worker has crashed, and deletes those that have expired. */
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
    const isLast = claim.attempts >= mostAttempts
    const last_error = error instanceof Error ? error.name : 'unknown'
    if (isLast) await finishRow(needs.kysely, rows, claim, { status: 'failed', last_error })
    else await releaseRow(needs.kysely, rows, claim, { dueAt: afterSeconds(secondsBetween), last_error })
    throw error
  }
}

/** Goes on where the last committed batch ended, until the end, a lost claim, or the stop of this node. */
async function writeRest(
  { kysely, exportBatch: limit = 1_000 }: ExportNeeds,
  claim: ExportRow & Claim,
  signal: AbortSignal,
): Promise<void> {
  const { filters, with_phones: withPhones } = claim
  for (let { next, chunks } = claim; ; chunks += 1) {
    const before = next ?? undefined
    const page = await listJobsForStaff(kysely, { filters, before, limit, counts: false })
    const lines = page.rows.map((row) => csvLine(cellsOf(row, withPhones))).join('')
    const content = chunks === 0 ? head + lines : lines
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

const columns = [
  ...['job_id', 'short_id', 'status', 'mode', 'external_reference', 'title', 'size', 'partner_id', 'partner'],
  ...['customer_id', 'customer', 'customer_phone', 'carrier_id', 'carrier', 'pickup_town', 'dropoff_town'],
  ...['distance_km', 'total_cents', 'money', 'open_problem', 'hidden', 'created_at', 'updated_at'],
]

/** Spreadsheets read UTF-8 only after this mark. */
const head = `\uFEFF${csvLine(columns)}`

function cellsOf(row: StaffJobRow, withPhones: boolean): (string | number | null)[] {
  const { customer_phone: phone } = row
  const { id, short_id, status, mode, external_reference: reference, size } = row
  const words = (text: string) => (withPhones ? shownText(text) : withoutPhones(shownText(text)))
  return [
    ...[
      id,
      short_id,
      status,
      mode,
      reference && words(reference),
      words(row.title),
      size,
      row.partner_id,
      row.company_name,
    ],
    ...[row.customer_id, row.customer_name, phone === null || withPhones ? phone : maskPhone(phone)],
    ...[row.carrier_id, row.carrier_name, row.pickup_town, row.dropoff_town],
    ...[row.distance_km, row.total_cents, row.money, String(row.open_problem), String(row.hidden)],
    ...[row.created_at.toISOString(), row.updated_at.toISOString()],
  ]
}
