import type { FastifyInstance } from 'fastify'
import { fillSandboxCard } from '#contract/app/payments.ts'
import { findSetup } from '../../../payments/card-setup.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Replaces the card page of a processor; only for setups of the sandbox. */
export function mountFillSandboxCard(scope: FastifyInstance, needs: PaymentNeeds): void {
  const {
    kysely,
    processors: { sandbox },
  } = needs
  mount(scope, fillSandboxCard, async ({ caller: { accountId }, params, body }) => {
    const setup = await findSetup(kysely, { id: params.setup_id, accountId })
    if (setup?.processor !== sandbox.name || !setup.reference) throw notFound
    await sandbox.fillCard(setup.reference, body.card_number)
  })
}
