import type { FastifyInstance } from 'fastify'
import { exportWallets as operation } from '#contract/admin/money/wallets.ts'
import { findWallets } from '../../../payments/queries/find-wallets.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { presentWallet, walletColumns } from './present-wallet.ts'

/** Sends the balances that the filters let through as a file. */
export function mountExportWallets(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'wallets',
      withPhones,
      columns: walletColumns,
      find: (at) => findWallets(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentWallet,
    }),
  )
}
