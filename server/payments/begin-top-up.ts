import { queueEffect } from './effects.ts'
import { isUsableMethod } from './methods.ts'
import { type EffectNeeds, lookAgain, runEffect } from './run-effect.ts'
import { insertPayment, type Payment, readPayment } from './store.ts'
import { withPatience } from './with-patience.ts'

export type TopUpInput = {
  /** The client's own: the same again joins the same charge. */
  paymentId: string
  accountId: string
  amountCents: number
  methodId: string
  /** Where a confirmation comes back to, whole. */
  returnUrl: string
}

/**
 * Begins to charge a card for the wallet, or joins the charge that was begun with this id, and waits some seconds for what
 * comes of it. Always with the live processor: what is in a wallet pays for live jobs.
 *
 * @returns null when there is no such card, or the id is something else's.
 */
export async function topUp(needs: EffectNeeds, input: TopUpInput): Promise<Payment | null> {
  const effectId = await begin(needs, input)
  if (effectId) await withPatience(needs, runEffect(needs, effectId))
  return findTopUp(needs, input)
}

/** As it stands, after asking the processor when a confirmation is awaited; null when there is none of this account. */
export async function readTopUp(
  needs: EffectNeeds,
  key: { paymentId: string; accountId: string },
): Promise<Payment | null> {
  const found = await findTopUp(needs, key)
  if (found?.status !== 'action_required') return found
  await withPatience(needs, lookAgain(needs, key.paymentId))
  return findTopUp(needs, key)
}

/** @returns the call to make, or null when there is nothing to begin. */
async function begin({ kysely, processors }: EffectNeeds, input: TopUpInput): Promise<string | null> {
  const { paymentId, accountId, amountCents, methodId, returnUrl } = input
  const processor = processors.of('live').name
  return kysely.transaction().execute(async (trx) => {
    if (await readPayment(trx, paymentId)) return null
    if (!(await isUsableMethod(trx, { id: methodId, accountId, processor }))) return null
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
