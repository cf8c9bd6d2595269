import type { FastifyInstance } from 'fastify'
import { readCardSetup as operation } from '#contract/app/payments.ts'
import { readCardSetup } from '../../../payments/card-setup.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentMethod } from './present-method.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Shows whether the card of a setup was saved. */
export function mountReadCardSetup(scope: FastifyInstance, needs: PaymentNeeds): void {
  mount(scope, operation, async ({ caller: { accountId }, params }) => {
    const setup = await readCardSetup(needs, { id: params.setup_id, accountId })
    if (!setup) throw notFound
    const { id, status, method } = setup
    return { setup_id: id, status, method: method && presentMethod(method) }
  })
}
