import type { FastifyInstance } from 'fastify'
import { exportWallets as operation } from '#contract/admin/money/wallets.ts'
import { findWallets } from '../../../payments/queries/find-wallets.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentWallet, walletColumns } from './present-wallet.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the balances that the filters let through as a file. */
export function mountExportWallets(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'wallets',
      columns: walletColumns,
      async find(at) {
        const { rows, next } = await findWallets(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentWallet(row, words)), next }
      },
    })
  })
}
