import { setTimeout as sleep } from 'node:timers/promises'
import { withinDeadline } from '../lib/deadline.ts'
import { isAuthorizing } from './effects.ts'
import type { EffectNeeds } from './run-effect.ts'

type Waiting = {
  paymentId: string
  /** Calls the processor. It ends at once if a background task has claimed the call first. */
  work: Promise<void>
  patienceMs?: number
}

/**
 * Waits up to `patienceMs` until no authorisation of the payment runs, as long as a customer waits in front of a screen; then
 * the call continues in the background. Never throws.
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
