import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { dueIds, isUnfinished } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { deliverNotices, type NoticeNeeds } from '../jobs/deliver-notices.ts'
import { endDoubts } from '../jobs/doubts/end-doubts.ts'
import { expireDrafts } from '../jobs/drafts/expire-drafts.ts'
import { captureBeforeEnd } from '../jobs/money/capture-before-end.ts'
import { endHiddenJobs } from '../jobs/money/end-hidden.ts'
import { payOwed } from '../jobs/money/pay-owed.ts'
import { renewHolds } from '../jobs/money/renew.ts'
import { jobsOfTestKey } from '../jobs/scope.ts'
import { isUnblocked } from '../payments/effects.ts'
import { runDueEffects } from '../payments/run-effect.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'
import type { Budget } from './budget.ts'
import type { MoveNeeds } from './make-move.ts'
import { playStories } from './play-stories.ts'
import type { World } from './world.ts'

export type SettleNeeds = MoveNeeds & SmsNeeds & NoticeNeeds

/**
 * Does everything that is due in a world now: the acts of the stories, and what the background tasks do, by the same functions,
 * until nothing is left or the budget is spent. Waits for calls to the processor that the background is making, because they
 * decide what happens next. The caller holds the lease of the world.
 *
 * @returns the instant of the database at which the last round began. What fell due since then may not be done.
 */
export async function settleWorld(needs: SettleNeeds, world: World, budget: Budget): Promise<Date> {
  const { signal } = new AbortController()
  for (let round = 0; ; ) {
    const since = await readNow(needs.kysely)
    await runTasks(needs, world.keyId, signal)
    // Read before the stories, so that they know the outcome of every call.
    const { isDue, isRunning } = await readCalls(needs.kysely, world.keyId)
    await budget.rest()
    const played = await playStories(needs, world, budget)
    if (budget.isSpent() || (played === 0 && !isDue && !isRunning)) return since
    if (played === 0 && !isDue) await sleep(pauseMs)
    else if (++round === mostRounds) return since
  }
}

const pauseMs = 20

/** No story has so many acts at one instant. */
const mostRounds = 30

async function readNow(kysely: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(kysely)
  return rows[0]?.now ?? new Date()
}

async function runTasks(needs: SettleNeeds, keyId: string, signal: AbortSignal): Promise<void> {
  const scope = jobsOfTestKey(keyId)
  await sendTexts(needs, keyId)
  await renewHolds(needs, signal, scope)
  await endHiddenJobs(needs, signal, scope)
  await endDoubts(needs, signal, scope)
  await captureBeforeEnd(needs, signal, scope)
  await payOwed(needs, keyId)
  await runDueEffects(needs, signal, { testKeyId: keyId })
  await expireDrafts(needs, signal, keyId)
  await deliverNotices(needs, signal, keyId)
}

async function sendTexts(needs: SettleNeeds, keyId: string): Promise<void> {
  const where = sql<boolean>`job_id in (select id from job where key_id = ${keyId} and mode = 'test')`
  const due = await dueIds(needs.kysely, smsRows, { limit: 1_000, where })
  for (const id of due) await retry(needs, id)
}

/** Whether calls to the processor are due in a world, or are being made by another worker. */
async function readCalls(
  kysely: Kysely<Tables>,
  keyId: string,
): Promise<{ isDue: boolean; isRunning: boolean }> {
  const { rows } = await sql<{ isDue: boolean; isRunning: boolean }>`
    select coalesce(bool_or(due_at <= now() and ${isUnblocked}), false) as "isDue",
      coalesce(bool_or(status = 'running' and due_at > now()), false) as "isRunning"
    from payment_effect where ${isUnfinished('status')} and payment_id in (
      select payment.id from payment join job on job.id = payment.job_id
      where job.key_id = ${keyId} and job.mode = 'test')`.execute(kysely)
  return rows[0] ?? { isDue: false, isRunning: false }
}
