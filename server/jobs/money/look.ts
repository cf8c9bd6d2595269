import { type EffectNeeds, lookAgain } from '../../payments/run-effect.ts'
import { withPatience } from '../../payments/with-patience.ts'

/**
 * The customer reads a job whose payment waits for a confirmation: they may have just returned from their bank, so
 * the processor is asked now. Its answer is stored when this returns, unless it takes longer than 3 s.
 */
export const lookAtPayment = (needs: EffectNeeds, paymentId: string): Promise<void> =>
  withPatience(needs, lookAgain(needs, paymentId), 3_000)
