import assert from 'node:assert/strict'
import { startCardSetup, topUpWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { payByCard, saveCard } from './paying.ts'
import type { Person } from './person.ts'

type Stage = { customer: Person }
type Job<S> = (stage: S) => Promise<{ job_id: string }>

const newSetup = () => ({ setup_id: newId(), return_path: '/app' })

const cardSetup = async ({ customer }: Stage): Promise<string> => {
  const { setup_id } = await customer.ok(startCardSetup, { body: newSetup() })
  return setup_id
}

const toppingUp = async ({ customer }: Stage) => {
  const payment_method_id = await saveCard(customer)
  return { payment_id: newId(), amount_cents: 1_000, payment_method_id, return_path: '/app' }
}

const toppedUp = async (stage: Stage) => {
  const { payment_id } = await stage.customer.ok(topUpWallet, { body: await toppingUp(stage) })
  return { params: { payment_id } }
}

/** The scenes of the authority table for cards, the wallet and tips. */
export function cardScenes<S extends Stage>({ draft, completed }: { draft: Job<S>; completed: Job<S> }) {
  const nothing = () => Promise.resolve({})
  const askedByBank = async (stage: S) => {
    const job = await draft(stage)
    const payment_id = newId()
    const asked = { paymentId: payment_id, does: 'asks_confirmation' } as const
    const { payment } = await payByCard(stage.customer, job, asked)
    assert.equal(payment.state, 'action_required')
    return { params: { payment_id }, body: { approve: true } }
  }
  const tipping = async (stage: S) => {
    const { job_id } = await completed(stage)
    const payment_method_id = await saveCard(stage.customer)
    return { params: { job_id }, body: { payment_id: newId(), amount_cents: 500, payment_method_id } }
  }
  return {
    listPaymentMethods: [nothing, async (stage: S) => ({ query: { job_id: (await draft(stage)).job_id } })],
    startCardSetup: [
      () => Promise.resolve({ body: newSetup() }),
      async (stage: S) => ({ body: { ...newSetup(), job_id: (await draft(stage)).job_id } }),
      async (stage: S) => ({ body: { ...newSetup(), setup_id: await cardSetup(stage) } }),
    ],
    readCardSetup: [async (stage: S) => ({ params: { setup_id: await cardSetup(stage) } })],
    removePaymentMethod: [
      async ({ customer }: S) => ({ params: { payment_method_id: await saveCard(customer) } }),
    ],
    readWallet: [nothing],
    topUpWallet: [async (stage: S) => ({ body: await toppingUp(stage) })],
    readTopUp: [toppedUp],
    fillSandboxCard: [
      async (stage: S) => ({
        params: { setup_id: await cardSetup(stage) },
        body: { card_number: '4242424242424242' },
      }),
    ],
    confirmSandboxPayment: [askedByBank],
    giveTip: [tipping],
  }
}
