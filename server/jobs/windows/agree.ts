import { type Kysely, sql, type Transaction } from 'kysely'
import type { NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockCarriersJob, lockCustomersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { answerByAgreement } from '../not-collected.ts'
import { unknownJob, wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'
import { mayAgree, readWindows, type Side, type WindowRow } from './read-time.ts'
import { queueReminders } from './reminders.ts'
import { isAhead } from './span.ts'

type Trx = Transaction<Tables>
type LockedJob = JobRow & { now: Date }

export type Party = { jobId: string; accountId: string; side: Side }

/** Locks the job of this side. @throws Problem `not_found`. */
export const lockOf = (trx: Trx, { jobId, accountId, side }: Party): Promise<LockedJob> =>
  side === 'customer'
    ? lockCustomersJob(trx, { jobId, customerId: accountId })
    : lockCarriersJob(trx, { jobId, carrierId: accountId })

/**
 * The side that was asked agrees to the proposed window, or to move the agreed one. A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function agreeToWindow(
  { kysely }: { kysely: Kysely<Tables> },
  { windowId, ...party }: Party & { windowId: string },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockOf(trx, party)
    const windows = await readWindows(trx, job)
    const window = windows.find(({ id }) => id === windowId)
    if (!window || window.proposed_by === party.side) throw unknownJob
    if (window.agreed_at) return
    if (!mayAgree(job)) throw wrongState(job)
    if (window.status !== 'proposed') throw changedMeanwhile
    if (!isAhead({ endsAt: window.ends_at }, job.now)) throw over
    const before = windows.find(({ status }) => status === 'agreed') ?? null
    await setAgreed(trx, job, { window, by: party.side, accountId: party.accountId, before })
  })
}

type Agreement = {
  window: WindowRow
  by: Side
  accountId: string
  /** The window that was agreed until now. */
  before: WindowRow | null
}

/**
 * The window is the agreed one from now on. An undecided report of the carrier is withdrawn, because the job goes on:
 * it must not cost the customer a wasted trip later. A report of the customer that nothing was collected is answered.
 * The caller must hold the job's lock and has checked the job.
 */
export async function setAgreed(trx: Trx, job: LockedJob, agreement: Agreement): Promise<void> {
  const { window, by, accountId, before } = agreement
  if (before)
    await trx.updateTable('job_window').set({ status: 'replaced' }).where('id', '=', before.id).execute()
  await trx
    .updateTable('job_window')
    .set({ status: 'agreed', agreed_at: job.now })
    .where('id', '=', window.id)
    .where('status', '=', 'proposed')
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({
      window_starts_at: window.starts_at,
      window_ends_at: window.ends_at,
      collect_overdue_told_at: null,
    })
    .where('id', '=', job.id)
    .where('status', '=', 'accepted')
    .where('collected_at', 'is', null)
    .where(sql<boolean>`carrier_id = ${window.carrier_id}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw wrongState(job)
  await withdrawTripReport(trx, job.id)
  await answerByAgreement(trx, job)
  await queueReminders(trx, window, job.now)
  const reason = before ? 'agrees to move the time' : window.is_wish ? 'takes a wish' : 'agrees on a time'
  await logEvent(trx, job, { actor: by, actorId: accountId, reason })
  await tellOther(trx, job, { by, kind: before ? 'time_moved' : 'time_agreed' })
}

/** A notice to the other side of the job. */
export async function tellOther(
  trx: Trx,
  { id: job_id, customer_id, carrier_id }: JobRow,
  { by, kind }: { by: Side; kind: NoticeKind },
): Promise<void> {
  const account_id = by === 'customer' ? carrier_id : customer_id
  if (account_id) await trx.insertInto('notice').values({ account_id, kind, job_id }).execute()
}

export const changedMeanwhile = new Problem('wrong_state', (t) => t.jobs.timeChanged)

const over = new Problem('wrong_state', (t) => t.jobs.timeOver)
