import { queueEffect } from '../effects/queue.ts'
import { type EffectNeeds, recheckAuthorization, runEffect, waitForProcessor } from '../effects/run.ts'
import { insertPayment, type Payment, readPayment } from '../payment.ts'
import { lockCardAttempts, refuseTooManyRefusals } from './attempt-caps.ts'
import { isUsableMethod } from './methods.ts'

export type TopUpInput = {
  /** Chosen by the client: a repeated request with this id joins the same charge. */
  paymentId: string
  accountId: string
  amountCents: number
  methodId: string
  /** Absolute URL to which the customer returns after the confirmation. */
  returnUrl: string
}

/**
 * Starts a card charge for the wallet, or joins the charge with this id, and waits some seconds for the result.
 * Always uses the live processor, because wallet money pays for live jobs.
 *
 * @returns null when the account has no such card, or the id belongs to another payment.
 * @throws Problem `rate_limit_exceeded` when too many attempts by card were refused.
 */
export async function topUp(needs: EffectNeeds, input: TopUpInput): Promise<Payment | null> {
  const effectId = await begin(needs, input)
  const { paymentId } = input
  if (effectId) await waitForProcessor(needs, { paymentId, work: runEffect(needs, effectId) })
  return findTopUp(needs, input)
}

/**
 * Returns the top-up. While it waits for a confirmation, queries the processor first. Null when the account has no such
 * top-up.
 */
export async function readTopUp(
  needs: EffectNeeds,
  key: { paymentId: string; accountId: string },
): Promise<Payment | null> {
  const found = await findTopUp(needs, key)
  if (found?.status !== 'action_required') return found
  const { paymentId } = key
  await waitForProcessor(needs, { paymentId, work: recheckAuthorization(needs, paymentId) })
  return findTopUp(needs, key)
}

/** @returns the id of the effect to run, or null when the payment exists or the card cannot be used. */
async function begin({ kysely, processors }: EffectNeeds, input: TopUpInput): Promise<string | null> {
  const { paymentId, accountId, amountCents, methodId, returnUrl } = input
  const processor = processors.of('live').name
  return kysely.transaction().execute(async (trx) => {
    await lockCardAttempts(trx, accountId)
    if (await readPayment(trx, paymentId)) return null
    if (!(await isUsableMethod(trx, { id: methodId, accountId, processor }))) return null
    await refuseTooManyRefusals(trx, accountId)
    const isNew = await insertPayment(trx, {
      id: paymentId,
      purpose: 'top_up',
      accountId,
      jobId: null,
      source: 'card',
      methodId,
      processor,
      mode: 'live',
      amountCents,
      returnUrl,
    })
    return isNew ? queueEffect(trx, { paymentId, kind: 'authorize', amountCents }) : null
  })
}

async function findTopUp(
  { kysely }: EffectNeeds,
  { paymentId, accountId }: { paymentId: string; accountId: string },
): Promise<Payment | null> {
  const payment = await readPayment(kysely, paymentId)
  return payment?.purpose === 'top_up' && payment.accountId === accountId ? payment : null
}
