import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { insertSms, makeSmsDue, newSmsRow } from '../../sms/store.ts'
import { type ResendRefusal, resendRefusal } from '../staff-guards.ts'

type Trx = Transaction<Tables>

export type Resend = { jobId: string; by: By }

export type Resent =
  /** `isNew` is false when an SMS was still waiting: then that SMS is sent now. */
  | { outcome: 'queued'; smsId: string; isNew: boolean }
  | { outcome: 'unknown' }
  | ({ outcome: 'refused' } & ResendRefusal)

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
    const texts = await textsOf(trx, jobId)
    const refusal = resendRefusal({ status: job.status, texts })
    if (refusal) return { outcome: 'refused', ...refusal }
    const waiting = texts.find(({ status }) => status === 'due' || status === 'running')
    const audit = { ...by, act: 'job.resend_sms' as const, targets: [{ type: 'job' as const, id: jobId }] }
    if (waiting) {
      if (await makeSmsDue(trx, waiting.id)) await recordAudit(trx, audit)
      return { outcome: 'queued', smsId: waiting.id, isNew: false }
    }
    const row = again(texts, { jobId, secondsLeft: job.secondsLeft })
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

function again([last]: Text[], { jobId, secondsLeft }: { jobId: string; secondsLeft: number }) {
  if (!last) throw new Error('a draft without a text was not refused')
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
