import type pg from 'pg'
import type { TimelineEntry } from '#contract/admin/job-detail.ts'
import { exportJobTimeline as operation } from '#contract/admin/jobs.ts'
import { readSentTexts, readTimeline } from '../../../jobs/queries/staff/timeline.ts'
import { type Column, csvOf, membersOf } from '../../../lib/csv.ts'
import { eurosFromCents } from '../../../lib/money.ts'
import type { PhotoStorage } from '../../../photos/storage/storage.ts'
import type { Handler, MemberCaller } from '../../mount.ts'
import { sendFile, sendPdf } from '../../responses/send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { wordsOfFile } from '../sees-phones.ts'
import { type Change, evidencePdf } from './evidence-pdf.ts'
import { answerJob, type JobNeeds, presentEntry } from './present.ts'

/** Sends the timeline of a job as a file, for a dispute. The download is recorded first, so it is the last entry. */
export const exportJobTimeline =
  (needs: JobNeeds & RecordExportNeeds & EvidenceNeeds): Handler<typeof operation> =>
  async (call) => {
    const { caller, params, query, request, reply } = call
    const { with_phones: withPhones = false, format } = query
    const words = wordsOfFile(caller, withPhones)
    const job = await answerJob(needs, call)
    await recordExport(
      needs,
      { caller, request },
      {
        act: 'job.export_timeline',
        targets: [{ type: 'job', id: params.job_id }],
        limit: { of: 'timelines', perMinute: 20 },
        withPhones,
      },
    )
    const sent = await readSentTexts(needs.kysely, params.job_id)
    const rows = (await readTimeline(needs.kysely, params.job_id)).map((row, index) => ({
      n: index + 1,
      ...presentEntry(row, words),
      amount_euros: row.amount_cents === null ? null : eurosFromCents(row.amount_cents).toFixed(2),
      text: words(row.kind === 'text' ? (sent.get(row.subject_id ?? '') ?? null) : null),
    }))
    if (format === 'pdf') {
      const by = caller.name
      const changes = rows.filter(({ kind }) => ofBank.includes(kind)).map(changeOf)
      const reading = { pool: needs.pool, storage: needs.photos.storage }
      const shown = { ...job, title: words(job.title) }
      const bytes = await evidencePdf(reading, { job: shown, changes, by, language: call.language })
      return sendPdf(reply, { fileName: `dray-job-${job.short_id}.pdf`, bytes })
    }
    const parts = format === 'csv' ? csvOf(columns, [rows]) : jsonOf(caller, job, rows)
    return sendFile(reply, { name: `dray-job-${job.short_id}`, type: format, parts })
  }

export type EvidenceNeeds = { pool: pg.Pool; photos: { storage: PhotoStorage } }

/** A bank reads what happened to the goods and the money, not who read a notice. */
const ofBank: readonly TimelineEntry['kind'][] = ['event', 'payment', 'effect', 'dispute']

const changeOf = ({ at, kind, what, outcome, amount_euros }: Row): Change => ({
  at,
  kind,
  what,
  outcome,
  amountEuros: amount_euros,
})

type Row = ReturnType<typeof presentEntry> & { n: number; amount_euros: string | null; text: string | null }

type Job = Awaited<ReturnType<typeof answerJob>>

/**
 * The job with its price, the proofs of its carrier and its timeline, without addresses, phones and typed descriptions
 * of the goods.
 */
async function* jsonOf(
  { name }: Pick<MemberCaller, 'name'>,
  job: Job,
  timeline: Row[],
): AsyncGenerator<string> {
  const { job_id, short_id, status, mode, created_at, price, proofs, delivery_code } = job
  const about = { job_id, short_id, status, mode, created_at, price: price.stored, proofs, delivery_code }
  yield `${JSON.stringify({ exported_at: new Date().toISOString(), exported_by: name, ...about, timeline }, null, 2)}\n`
}

const columns: Column<Row>[] = [
  ...membersOf('n'),
  { header: 'at_utc', value: ({ at }) => at },
  ...membersOf('kind', 'what', 'outcome', 'from_status', 'to_status', 'to'),
  { header: 'actor_type', value: ({ actor }) => actor.type },
  { header: 'actor_id', value: ({ actor }) => actor.id },
  { header: 'actor_name', value: ({ actor }) => actor.name },
  ...membersOf('reason', 'amount_cents', 'amount_euros', 'last_known', 'text'),
]
