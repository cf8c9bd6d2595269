import { type EffectNeeds, lookAgain } from '../../payments/run-effect.ts'
import { withPatience } from '../../payments/with-patience.ts'

/**
 * The customer reads a job whose payment waits for their bank: they may just have come back from there, so the processor is
 * asked now. Whatever it says is in the job when this returns, unless it takes too long.
 */
export const lookAtPayment = (needs: EffectNeeds, paymentId: string): Promise<void> =>
  withPatience(needs, lookAgain(needs, paymentId), 3_000)
