import type { FastifyInstance } from 'fastify'
import { type CardSetup, readCardSetup, startCardSetup } from '#contract/app/payments.ts'
import * as setups from '../../payments/card-setup.ts'
import { notFound } from '../errors.ts'
import { presentMethod } from './payments-method.ts'
import { type PaymentNeeds, processorFor } from './payments-processor.ts'
import { appRoute } from './route.ts'

/** Routes for saving a card on a page of the processor. */
export function mountCardSetups(scope: FastifyInstance, needs: PaymentNeeds): void {
  const { kysely, baseUrl } = needs
  appRoute(scope, startCardSetup, async ({ caller: { accountId }, body }) => {
    const { setup_id: id, return_path, job_id: jobId } = body
    const processor = await processorFor(needs, { accountId, jobId })
    const returnUrl = `${baseUrl}${return_path}?card_setup=${id}`
    const started = await setups.startCardSetup(kysely, { id, accountId, processor, returnUrl })
    if (!started) throw notFound
    return { setup_id: id, url: started.url }
  })
  appRoute(scope, readCardSetup, async ({ caller: { accountId }, params }) => {
    const setup = await setups.readCardSetup(needs, { id: params.setup_id, accountId })
    if (!setup) throw notFound
    return present(setup)
  })
}

const present = ({ id, status, method }: setups.CardSetup): CardSetup => ({
  setup_id: id,
  status,
  method: method && presentMethod(method),
})
