import type { Command } from 'commander'
import { ledgerImbalance } from '../payments/ledger-check.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addLedgerCommands(dray: Command): void {
  dray
    .command('ledger')
    .description('the books')
    .command('check')
    .description('holds the ledger to wallets, payments and calls; ends with 1 when they do not agree')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const imbalances = await withDatabase(({ kysely }) => ledgerImbalance(kysely))
      if (imbalances.length > 0) process.exitCode = 1
      if (imbalances.length === 0 && !json) console.log('The books agree.')
      else show(imbalances, json)
    })
}
