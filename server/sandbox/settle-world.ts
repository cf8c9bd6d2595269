import { sql } from 'kysely'
import { dueIds } from '../db/leased-rows.ts'
import { endDoubts } from '../jobs/doubts/end-doubts.ts'
import { expireDrafts } from '../jobs/drafts/expire-drafts.ts'
import { captureBeforeEnd } from '../jobs/money/capture-before-end.ts'
import { endHiddenJobs } from '../jobs/money/end-hidden.ts'
import { payOwed } from '../jobs/money/pay-owed.ts'
import { renewHolds } from '../jobs/money/renew.ts'
import { jobsOfKey } from '../jobs/scope.ts'
import { dueEffects } from '../payments/effects.ts'
import { runDueEffects } from '../payments/run-effect.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'
import type { Budget } from './budget.ts'
import type { MoveNeeds } from './make-move.ts'
import { playStories } from './play-stories.ts'
import type { World } from './world.ts'

export type SettleNeeds = MoveNeeds & SmsNeeds

/**
 * Does everything that is due in a world now: the acts of the stories, and what the background tasks do, by the same functions,
 * until nothing is left or the budget is spent. The caller holds the lease of the world.
 */
export async function settleWorld(needs: SettleNeeds, world: World, budget: Budget): Promise<void> {
  const { signal } = new AbortController()
  for (let round = 0; round < mostRounds; round++) {
    await runTasks(needs, world.keyId, signal)
    const played = await playStories(needs, world, budget)
    const due = await dueEffects(needs.kysely, 1, { keyId: world.keyId })
    if ((played === 0 && due.length === 0) || budget.isSpent()) return
  }
}

/** No story has so many acts at one instant. */
const mostRounds = 30

async function runTasks(needs: SettleNeeds, keyId: string, signal: AbortSignal): Promise<void> {
  const scope = jobsOfKey(keyId)
  await sendTexts(needs, keyId)
  await renewHolds(needs, signal, scope)
  await endHiddenJobs(needs, signal, scope)
  await endDoubts(needs, signal, scope)
  await captureBeforeEnd(needs, signal, scope)
  await payOwed(needs, keyId)
  await runDueEffects(needs, signal, { keyId })
  await expireDrafts(needs, signal, keyId)
}

async function sendTexts(needs: SettleNeeds, keyId: string): Promise<void> {
  const where = sql<boolean>`job_id in (select id from job where key_id = ${keyId})`
  const due = await dueIds(needs.kysely, smsRows, { limit: 1_000, where })
  for (const id of due) await retry(needs, id)
}
