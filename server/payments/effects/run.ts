import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { runDueRows } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { withinDeadline } from '../../lib/deadline.ts'
import type { Processors } from '../providers/processors.ts'
import { askProcessor, backoffSeconds } from './call.ts'
import { claimEffect, type EffectClaim, postponeEffect } from './claim.ts'
import type { EffectOutcome, Settle } from './outcome.ts'
import { dueEffects, type EffectsOf, isAuthorizing, makeDueNow } from './queue.ts'
import { Overtaken, settleEffect } from './settle.ts'

export type EffectNeeds = {
  kysely: Kysely<Tables>
  processors: Processors
  /** Applies an outcome to the job, in the same transaction. */
  settle: Settle
  /** Called with every failure; the messages contain no personal data. */
  onEffectError: (error: Error) => void
}

/**
 * Sends the request of one effect and stores the outcome, then runs the due effects of the same payment. Has no effect
 * when the effect is not due, is settled, or is leased to another worker. Never throws because of the processor: a
 * failed request becomes due again later, and a crashed request when its lease expires.
 */
export async function runEffect(needs: EffectNeeds, effectId: string): Promise<void> {
  const claim = await claimEffect(needs.kysely, effectId)
  if (!claim) return
  const isSettled = await attempt(needs, claim)
  if (!isSettled) return
  for (const next of await dueEffects(needs.kysely, 10, { paymentId: claim.payment.id }))
    await runEffect(needs, next)
}

/** Runs every due effect, also of crashed workers; of all payments, or of some. */
export function runDueEffects(needs: EffectNeeds, signal: AbortSignal, of: EffectsOf = null): Promise<void> {
  const due = {
    together: 5,
    findIds: (limit: number) => dueEffects(needs.kysely, limit, of),
    work: (id: string) => runEffect(needs, id),
  }
  return unlessStopped(runDueRows(due, signal), signal)
}

/** A shutdown waits two seconds, not the 20 s of a request: an unfinished effect is resumed when its lease expires. */
async function unlessStopped(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const stopped = async () => {
    if (!signal.aborted) await once(signal, 'abort', { signal: over.signal })
    await sleep(2_000, undefined, { ref: false, signal: over.signal })
  }
  try {
    await Promise.race([work, stopped().catch(() => work)])
  } finally {
    over.abort()
  }
}

/**
 * Reads the state of an authorisation from the processor immediately, when a customer returns from the confirmation.
 */
export async function recheckAuthorization(needs: EffectNeeds, paymentId: string): Promise<void> {
  const effectId = await makeDueNow(needs.kysely, { paymentId, kind: 'authorize' })
  if (effectId) await runEffect(needs, effectId)
}

/** @returns whether an outcome was stored. */
async function attempt(needs: EffectNeeds, claim: EffectClaim): Promise<boolean> {
  const { payment, kind } = claim
  if (payment.source === 'wallet' && kind !== 'transfer') return settleOrRetry(needs, claim, null)
  const processor = needs.processors.named(payment.processor)
  const asked = await askProcessor(processor, claim, needs.onEffectError)
  if ('later' in asked) {
    await postponeEffect(needs.kysely, claim, asked.later)
    return false
  }
  return settleOrRetry(needs, claim, asked)
}

/**
 * An outcome that could not be stored is requested again with the same idempotency key, so it is neither lost nor
 * applied twice.
 */
async function settleOrRetry(
  needs: EffectNeeds,
  claim: EffectClaim,
  answer: EffectOutcome | null,
): Promise<boolean> {
  try {
    return await settleEffect(needs, claim, answer)
  } catch (error) {
    if (error instanceof Overtaken) return false
    needs.onEffectError(error instanceof Error ? error : new Error('payments: an outcome was not written'))
    const inSeconds = backoffSeconds(claim.attempts)
    const later = { inSeconds, inDoubt: answer !== null, error: 'its outcome could not be written' }
    await postponeEffect(needs.kysely, claim, later).catch(() => {})
    return false
  }
}

type Waiting = {
  paymentId: string
  /** Sends the request. Ends immediately if a background task has claimed it first. */
  work: Promise<void>
  patienceMs?: number
}

/**
 * Waits up to `patienceMs` until no authorisation of the payment runs, because a customer waits for the screen; then
 * the request continues in the background. Never throws.
 */
export async function waitForProcessor(
  { kysely, onEffectError }: Pick<EffectNeeds, 'kysely' | 'onEffectError'>,
  { paymentId, work, patienceMs = 8_000 }: Waiting,
): Promise<void> {
  const late = () => new Error('payments: a customer went on before the processor answered')
  const stopped = new AbortController()
  const untilAnswered = async () => {
    await work
    while (!stopped.signal.aborted && (await isAuthorizing(kysely, paymentId))) await sleep(100)
  }
  await withinDeadline(untilAnswered(), patienceMs, late).catch(onEffectError)
  stopped.abort()
}
