import type { FastifyInstance } from 'fastify'
import { startCardSetup as operation } from '#contract/app/payments.ts'
import { startCardSetup } from '../../../payments/card-setup.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { type PaymentNeeds, processorFor } from './processor-for.ts'

/** Starts saving a card on a page of the processor. */
export function mountStartCardSetup(scope: FastifyInstance, needs: PaymentNeeds): void {
  const { kysely, baseUrl } = needs
  mount(scope, operation, async ({ caller: { accountId }, body }) => {
    const { setup_id: id, return_path, job_id: jobId } = body
    const processor = await processorFor(needs, { accountId, jobId })
    const returnUrl = `${baseUrl}${return_path}?card_setup=${id}`
    const started = await startCardSetup(kysely, { id, accountId, processor, returnUrl })
    if (!started) throw notFound
    return { setup_id: id, url: started.url }
  })
}
