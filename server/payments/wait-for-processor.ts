import { withinDeadline } from '../lib/deadline.ts'
import type { EffectNeeds } from './run-effect.ts'

/**
 * Waits up to `patienceMs` for `work`, as long as a customer waits in front of a screen; then `work` continues in the
 * background. Never throws.
 */
export async function waitForProcessor(
  { onEffectError }: Pick<EffectNeeds, 'onEffectError'>,
  work: Promise<void>,
  patienceMs = 8_000,
): Promise<void> {
  const late = () => new Error('payments: a customer went on before the processor answered')
  await withinDeadline(work, patienceMs, late).catch(onEffectError)
}
