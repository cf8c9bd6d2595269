import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readWallet } from '#contract/app/payments.ts'
import type { Tables } from '../../../db/tables.ts'
import { listWalletEntries, readFunds } from '../../../payments/wallet.ts'
import { mount } from '../../mount.ts'

/** Shows the caller's wallet with its entries. */
export function mountReadWallet(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readWallet, async ({ caller: { accountId } }) => {
    const entries = await listWalletEntries(kysely, accountId)
    const { balanceCents, availableCents } = await readFunds(kysely, accountId)
    return {
      balance_cents: balanceCents,
      available_cents: availableCents,
      entries: entries.map(({ at, kind, amountCents, jobId }) => ({
        at: at.toISOString(),
        kind,
        amount_cents: amountCents,
        job_id: jobId,
      })),
    }
  })
}
