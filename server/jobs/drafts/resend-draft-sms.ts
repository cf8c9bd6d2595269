import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { isLandline } from '../../lib/phone.ts'
import { insertSms, makeSmsDue, newSmsRow } from '../../sms/store.ts'

type Trx = Transaction<Tables>

export type Resend = { jobId: string; by: By }

export type Resent =
  /** `isNew` is false when an SMS was still waiting: then that SMS is sent now. */
  | { outcome: 'queued'; smsId: string; isNew: boolean }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; why: 'state'; status: JobStatus }
  | { outcome: 'refused'; why: 'landline' | 'no_text' | 'too_many' }
  | { outcome: 'refused'; why: 'too_soon'; waitSeconds: number }

export const mostResends = 3
const secondsApart = 60

/**
 * Queues the SMS of a draft again, with the same text and number. The background task sends it, within the daily caps
 * that apply to every SMS of a draft. The lock on the job serializes concurrent resends and a withdrawal.
 */
export function resendDraftSms(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, by }: Resend,
): Promise<Resent> {
  return kysely.transaction().execute(async (trx) => {
    const job = await lockJob(trx, jobId)
    if (!job || (job.status === 'draft' && job.secondsLeft <= 0)) return { outcome: 'unknown' }
    if (job.status !== 'draft') return { outcome: 'refused', why: 'state', status: job.status }
    const texts = await textsOf(trx, jobId)
    const [last] = texts
    if (!last) return { outcome: 'refused', why: 'no_text' }
    if (isLandline(last.to_phone)) return { outcome: 'refused', why: 'landline' }
    const waiting = texts.find(({ status }) => status === 'due' || status === 'running')
    const audit = { ...by, act: 'job.resend_sms', targets: [{ type: 'job' as const, id: jobId }] }
    if (waiting) {
      if (await makeSmsDue(trx, waiting.id)) await recordAudit(trx, audit)
      return { outcome: 'queued', smsId: waiting.id, isNew: false }
    }
    if (texts.length > mostResends) return { outcome: 'refused', why: 'too_many' }
    const waitSeconds = Math.ceil(secondsApart - last.ageSeconds)
    if (waitSeconds > 0) return { outcome: 'refused', why: 'too_soon', waitSeconds }
    const row = again(last, { jobId, secondsLeft: job.secondsLeft })
    await insertSms(trx, row)
    const actor = { actor: 'staff' as const, actor_id: by.actor.id ?? null }
    await trx
      .insertInto('job_event')
      .values({ job_id: jobId, ...actor, reason: 'text sent again' })
      .execute()
    await recordAudit(trx, audit)
    return { outcome: 'queued', smsId: row.id, isNew: true }
  })
}

function lockJob(trx: Trx, jobId: string) {
  return trx
    .selectFrom('job')
    .select(['status', sql<number>`extract(epoch from expires_at - now())::float8`.as('secondsLeft')])
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
}

type Text = Awaited<ReturnType<typeof textsOf>>[number]

/** The draft's SMS, the newest first. */
function textsOf(trx: Trx, jobId: string) {
  return trx
    .selectFrom('sms')
    .select(['id', 'status', 'key_id', 'mode', 'to_phone', 'body', 'provider'])
    .select(sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('ageSeconds'))
    .where('job_id', '=', jobId)
    .where('kind', '=', 'draft')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function again(last: Text, { jobId, secondsLeft }: { jobId: string; secondsLeft: number }) {
  const createdAt = new Date()
  return newSmsRow({
    about: { draft: jobId },
    keyId: last.key_id,
    mode: last.mode,
    to: last.to_phone,
    body: last.body,
    // The sending server decides how to deliver it; this process may have other settings.
    provider: { name: last.provider, delivers: true },
    isQueued: true,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + secondsLeft * 1_000),
  })
}
