import { giveTip, type Tips } from '#contract/app/tips.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Deal } from './deals.ts'
import { saveCard } from './paying.ts'
import type { Person } from './person.ts'

export type Tipping = { cents?: number; paymentId?: string; methodId?: string }

/** The body of a tip; saves a card unless one is given. */
export async function tipBody(
  customer: Person,
  { cents = 500, paymentId = newId(), methodId }: Tipping = {},
) {
  const payment_method_id = methodId ?? (await saveCard(customer))
  return { payment_id: paymentId, amount_cents: cents, payment_method_id }
}

/** The customer of a completed job gives a tip. */
export const tipped = async ({ customer, params }: Deal, tipping?: Tipping): Promise<Tips> =>
  customer.ok(giveTip, { params, body: await tipBody(customer, tipping) })
