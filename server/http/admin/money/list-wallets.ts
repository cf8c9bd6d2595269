import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listWallets as operation } from '#contract/admin/money/wallets.ts'
import type { Tables } from '../../../db/tables.ts'
import { findWallets } from '../../../payments/queries/find-wallets.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentWallet } from './present-wallet.ts'

/** Lists balances of customers, or of carriers. */
export function mountListWallets(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findWallets(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { wallets: rows.map((row) => presentWallet(row, words)), next }
  })
}
