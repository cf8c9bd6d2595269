import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { type EffectNeeds, runEffect } from '../../payments/effects/run.ts'
import { isHeld } from '../eligibility.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { allJobs, type Scope } from '../scope.ts'
import { type RenewFacts, renewRefusal } from '../staff-guards.ts'
import { recordStep } from '../transition.ts'
import { beginAgain } from './attempt.ts'
import { lastPayment } from './capture-or-release.ts'

type Db = Kysely<Tables>

/**
 * Renews card holds, which expire after about seven days (DESIGN 3, Life): a day before, or immediately when a hold was
 * lost early, the total is held again without the customer. The job takes the new hold when it is made (`on-held.ts`),
 * and is hidden when it is refused (`on-not-held.ts`).
 */
export async function renewHolds(
  needs: EffectNeeds,
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  const renewOne = async (jobId: string) => {
    const effectId = await needs.kysely.transaction().execute((trx) => renew(trx, jobId))
    if (effectId) await runEffect(needs, effectId)
  }
  await forEachSettled(await findDue(needs.kysely, scope), signal, renewOne, atOnce)
}

/** Concurrent renewals, so a slow request to the processor delays the others less. */
const atOnce = 4

const batch = 100

/** Whether a hold of these jobs is to be renewed now. */
export const hasRenewals = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${isDue} and ${scope})`

async function findDue(kysely: Db, scope: Scope): Promise<string[]> {
  const due = kysely.selectFrom('job').select('id').where(isDue).where(scope)
  const rows = await due.orderBy('id').limit(batch).execute()
  return rows.map(({ id }) => id)
}

const needsHold = sql<boolean>`(job.status in ('posted', 'accepted') and job.hidden_at is null and job.delivered_at is null
  and exists (select 1 from payment p where p.job_id = job.id and p.held_at is not null and p.source = 'card'))`

const isInProgress = sql<boolean>`exists (select 1 from payment p where p.job_id = job.id
  and p.status in ('authorizing', 'action_required', 'capturing'))`

/** Held for another day, or captured by hand. */
const isSafe = sql<boolean>`exists (select 1 from payment p where p.job_id = job.id
  and ((p.status = 'captured' and p.captured_cents > p.refunded_cents)
    or (p.status = 'held' and (p.hold_expires_at is null or p.hold_expires_at > now() + interval '1 day'))))`

/** Conditions of a renewal by staff, on a row of `job`. They may retry ten minutes after the last attempt. */
export const renewFacts = sql<RenewFacts>`json_build_object('needsHold', ${needsHold}, 'isInProgress', ${isInProgress},
  'isSafe', ${isSafe}, 'wasTried', exists (select 1 from payment p where p.job_id = job.id and p.purpose = 'renewal'
    and p.created_at > now() - interval '10 minutes'))`

/** Jobs that need a hold, have no hold for another day, no hold in progress, and no money captured by hand. */
const isDue = sql<boolean>`
  ${needsHold} and not ${isInProgress} and not ${isSafe}
  and (not ${wasJustRenewed()} or (job.status = 'posted' and not ${isHeld}))`

/** Limits retries to one per 12 hours, regardless of the bank's response. */
function wasJustRenewed() {
  return sql<boolean>`exists (select 1 from payment p where p.job_id = job.id and p.purpose = 'renewal'
    and p.created_at > now() - interval '12 hours')`
}

/** @returns the id of the effect to run; null when a concurrent run was first, or a retry is useless. */
async function renew(trx: Transaction<Tables>, jobId: string): Promise<string | null> {
  const job = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!job) return null
  // Checked again under the lock, when the job can no longer change.
  const due = await trx
    .selectFrom('job')
    .select(wasJustRenewed().as('wasJustRenewed'))
    .where('id', '=', jobId)
    .where(isDue)
    .executeTakeFirst()
  if (!due) return null
  const last = await lastPayment(trx, jobId)
  if (!due.wasJustRenewed && last) return beginAgain(trx, last, last.amountCents)
  await recordStep(trx, 'hide', {
    jobId,
    actor: 'system',
    actorId: null,
    reason: 'the hold has ended, and so did its renewal',
  })
  return null
}

/**
 * Staff renew the hold of a job now, on the card used last, instead of waiting for the next retry of the background, 12
 * hours after a refusal. The background sends the request to the processor.
 *
 * @throws Problem `not_found`; `payment_pending` while a hold is being made; `wrong_state`.
 */
export async function renewHoldByStaff({ kysely }: { kysely: Kysely<Tables> }, act: StaffAct): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'hold renewed', act: 'job.renew_hold' })
    const facts = await trx
      .selectFrom('job')
      .select(sql<RenewFacts>`${renewFacts}`.as('facts'))
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    const refusal = renewRefusal(facts.facts)
    if (refusal) throw refusal
    const last = await lastPayment(trx, job.id)
    if (last) await beginAgain(trx, last, last.amountCents)
  })
}
