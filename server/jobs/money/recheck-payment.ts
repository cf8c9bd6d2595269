import { type EffectNeeds, recheckAuthorization, waitForProcessor } from '../../payments/effects/run.ts'

/**
 * The customer reads a job whose payment waits for a confirmation: they may have just returned from their bank, so
 * the processor is asked now. Its answer is stored when this returns, unless it takes longer than 3 s.
 */
export const recheckPayment = (needs: EffectNeeds, paymentId: string): Promise<void> =>
  waitForProcessor(needs, { paymentId, work: recheckAuthorization(needs, paymentId), patienceMs: 3_000 })
