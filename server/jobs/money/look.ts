import { withinDeadline } from '../../lib/deadline.ts'
import { type EffectNeeds, lookAgain } from '../../payments/run-effect.ts'

/**
 * The customer reads a job whose payment waits for their bank: they may just have come back from there, so the processor is
 * asked now. Whatever it says is in the job when this returns, unless it takes too long.
 */
export async function lookAtPayment(needs: EffectNeeds, paymentId: string): Promise<void> {
  const late = () => new Error('a customer came back: the processor is asked still')
  await withinDeadline(lookAgain(needs, paymentId), patienceMs, late).catch(needs.onEffectError)
}

const patienceMs = 3_000
