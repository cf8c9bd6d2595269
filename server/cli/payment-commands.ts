import type { Command } from 'commander'
import { OperatorError } from '../lib/operator-error.ts'
import { listPayments, showPayment } from '../payments/show-payments.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

const most = 1_000

export function addPaymentCommands(dray: Command): void {
  const payment = dray.command('payment').description('holds, charges and what became of them')
  payment
    .command('list')
    .description(`list the newest ${most} payments, newest first`)
    .option('--stuck', 'only those whose call to the processor fails or takes long', false)
    .option(...jsonOption)
    .action(async ({ json, stuck }: { json: boolean; stuck: boolean }) => {
      show(await withDatabase(({ kysely }) => listPayments(kysely, { most, stuckOnly: stuck })), json)
    })
  payment
    .command('show <payment-id>')
    .description('show one payment in full, with its calls to the processor and its entries in the ledger')
    .option(...jsonOption)
    .action(async (id: string, { json }: { json: boolean }) => {
      const found = await withDatabase(({ kysely }) => showPayment(kysely, requireUuid(id)))
      if (!found) throw new OperatorError(`There is no payment ${id}`)
      show(found, json)
    })
}
