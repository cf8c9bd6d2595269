import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readWalletForStaff as operation } from '#contract/admin/money/wallets.ts'
import type { Tables } from '../../../db/tables.ts'
import { readWallet } from '../../../payments/queries/find-wallets.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'

/** Reads the balances of one person. */
export function mountReadWalletForStaff(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params: { account_id: accountId } }) => {
    const wallet = await readWallet(kysely, accountId)
    if (!wallet) throw notFound
    return {
      account_id: accountId,
      name: shownWords(caller)(wallet.name),
      is_carrier: wallet.isCarrier,
      balance_cents: wallet.balanceCents,
      available_cents: wallet.availableCents,
      owed_cents: wallet.owedCents,
    }
  })
}
