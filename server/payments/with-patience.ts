import { withinDeadline } from '../lib/deadline.ts'
import type { EffectNeeds } from './run-effect.ts'

/** Waits for a call as long as a customer does in front of a screen; it goes on without them. Never throws. */
export async function withPatience(
  { onEffectError }: Pick<EffectNeeds, 'onEffectError'>,
  work: Promise<void>,
  patienceMs = 8_000,
): Promise<void> {
  const late = () => new Error('payments: a customer went on before the processor answered')
  await withinDeadline(work, patienceMs, late).catch(onEffectError)
}
