import { type Kysely, sql, type Transaction } from 'kysely'
import type { LateCode, ProofStep } from '#contract/proof.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { sameText } from '../../lib/same-text.ts'
import { attachUploads } from '../../photos/attach.ts'
import { logEvent } from '../log-event.ts'
import { readAskedProof } from '../proof/asked-proof.ts'
import type { SentProof } from '../proof/record-proof.ts'

type Trx = Transaction<Tables>

/** `code`: what the carrier typed at the delivery; null without one. */
export type SentStep = {
  jobId: string
  carrierId: string
  step: ProofStep
  proof: SentProof
  code: string | null
}

/** How long after the end a step of a phone without a connection still opens a report, in days. */
const lateDays = 30

const columns = { collection: 'collected_tapped_at', delivery: 'delivered_tapped_at' } as const
/** A repeated request of a step that arrived in time is not late. */
const done = { collection: 'collected_at', delivery: 'delivered_at' } as const
const words: Record<ProofStep, string> = { collection: 'collected', delivery: 'delivered' }

/**
 * Does a step of a carrier. One that was tapped while the carrier had the job, and arrives after it was cancelled or
 * moved, changes no state and moves no money: it becomes a report for staff (decision 87).
 *
 * @throws Problem `arrived_late` (409) with a report, and what `act` throws.
 */
export async function orKeepLate(
  { kysely }: { kysely: Kysely<Tables> },
  sent: SentStep,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isOver = error instanceof Problem && (error.code === 'wrong_state' || error.code === 'not_found')
    if (isOver && (await keepLate(kysely, sent))) throw arrivedLate
    throw error
  }
}

/** @returns whether the step is known now; a repeated request writes nothing. */
const keepLate = (kysely: Kysely<Tables>, sent: SentStep): Promise<boolean> =>
  kysely.transaction().execute(async (trx) => {
    const { jobId, carrierId, step, proof } = sent
    const { tappedAt } = proof
    if (!tappedAt) return false
    const job = await trx
      .selectFrom('job')
      .select(['id', 'status'])
      .where('id', '=', jobId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!job) return false
    const code = step === 'delivery' ? await judgeCode(trx, sent) : null
    if (!(await insertStep(trx, { ...sent, tappedAt, codeResult: code }))) return isKnown(trx, sent)
    const names = proof.photoName === null ? [] : [proof.photoName]
    // A photo that is no longer there must not lose the step.
    await attachUploads(trx, { jobId, accountId: carrierId, names, purpose: 'problem' })
    const ofCode = code ? `, code: ${code}` : ''
    const reason = `arrived after the end: ${words[step]} at ${tappedAt.toISOString()}${ofCode}`
    await logEvent(trx, job, { actor: 'carrier', actorId: carrierId, reason })
    return true
  })

/** The code of a job that was moved is the next carrier's, so it says nothing about this one. */
async function judgeCode(trx: Trx, { jobId, carrierId, code }: SentStep): Promise<LateCode | null> {
  const asked = await readAskedProof(trx, { jobId, carrierId })
  if (asked.code === null) return code === null ? null : 'unknown'
  if (code === null) return 'none'
  return sameText(code, asked.code) ? 'right' : 'wrong'
}

/** When this carrier lost the row of `job`; null for a carrier who has it or never had it. */
const lostAt = (carrierId: string) => sql<Date | null>`case
  when job.carrier_id = ${carrierId} then case when job.status = 'cancelled' then job.cancelled_at end
  else (select max(e.at) from job_event e where e.job_id = job.id and e.former_carrier_id = ${carrierId}) end`

type NewStep = SentStep & { tappedAt: Date; codeResult: LateCode | null }

/** A further step opens a decided report again. @returns whether the step was added. */
async function insertStep(trx: Trx, sent: NewStep): Promise<boolean> {
  const { jobId, carrierId, step, tappedAt, codeResult } = sent
  const column = sql.ref(columns[step])
  const { rows } = await sql`
    insert into job_problem (id, job_id, reported_by, kind, carrier_id, ${column}, code_result)
    select ${newId()}::uuid, job.id, 'carrier', 'late_step', ${carrierId}::uuid, ${tappedAt}::timestamptz, ${codeResult}::text
    from job cross join lateral (select ${lostAt(carrierId)} as at) lost
    where job.id = ${jobId} and job.data_removed_at is null and ${tappedAt}::timestamptz between job.created_at and lost.at
      and lost.at > now() - make_interval(days => ${lateDays})
      and (job.carrier_id is distinct from ${carrierId} or ${sql.ref(`job.${done[step]}`)} is null)
    on conflict (carrier_id, job_id) where carrier_id is not null do update
    set ${column} = excluded.${column}, code_result = coalesce(excluded.code_result, job_problem.code_result),
      status = 'open', resolved_at = null
    where job_problem.${column} is null
    returning id`.execute(trx)
  return rows.length > 0
}

async function isKnown(trx: Trx, { jobId, carrierId, step, proof }: SentStep): Promise<boolean> {
  const row = await trx
    .selectFrom('job_problem')
    .select('id')
    .where('job_id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .where(columns[step], '=', proof.tappedAt)
    .executeTakeFirst()
  return row !== undefined
}

const arrivedLate = new Problem('arrived_late', (t) => t.jobs.arrivedLate, { asksSupport: true })
