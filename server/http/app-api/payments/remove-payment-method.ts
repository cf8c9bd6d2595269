import type { FastifyInstance } from 'fastify'
import { removePaymentMethod } from '#contract/app/payments.ts'
import { Problem } from '../../../lib/problem.ts'
import { forgetMethod } from '../../../payments/forget-methods.ts'
import { removeMethod } from '../../../payments/methods.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Removes a card of the caller, here and at the processor. */
export function mountRemovePaymentMethod(scope: FastifyInstance, needs: PaymentNeeds): void {
  mount(scope, removePaymentMethod, async ({ caller: { accountId }, params }) => {
    const id = params.payment_method_id
    const outcome = await removeMethod(needs.kysely, { id, accountId })
    if (outcome === 'absent') throw notFound
    if (outcome === 'in_use') throw inUse
    await forgetMethod(needs, id)
  })
}

const inUse = new Problem('wrong_state', (t) => t.payments.cardInUse)
