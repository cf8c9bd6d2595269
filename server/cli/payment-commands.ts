import { type Command, InvalidArgumentError, Option } from 'commander'
import { outsideReference, type PaidThrough, paidThrough } from '#contract/admin/money/effects.ts'
import { settleOutside } from '../jobs/money/settle-outside.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { listPayments, showPayment } from '../payments/queries/show-payments.ts'
import { jsonOption, reasonOption, requireUuid } from './options.ts'
import { sayingWhyNot, show } from './output.ts'
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
  payment
    .command('settle <effect-id>')
    .description(
      'settle a call that the processor has refused, because the money was paid in another way; the id is that of `payment show`',
    )
    .addOption(
      new Option(
        '--paid-through <way>',
        'outside: cash, a bank transfer and the like; processor: by hand on its pages',
      )
        .choices([...paidThrough])
        .makeOptionMandatory(),
    )
    .requiredOption('--reference <id>', 'of that payment, such as the number of the bank transfer', reference)
    .requiredOption('--reason <text>', reasonOption[1], reasonOption[2])
    .option(...jsonOption)
    .action(settle)
}

type Settled = { paidThrough: PaidThrough; reference: string; reason: string; json: boolean }

async function settle(id: string, { json, reason, ...paid }: Settled): Promise<void> {
  const effectId = requireUuid(id)
  await withDatabase((context) =>
    sayingWhyNot(settleOutside(context, { ...paid, effectId, by: { actor: context.actor, reason } })),
  )
  show({ effect_id: effectId, settled_by: paid.reference, paid_through: paid.paidThrough }, json)
}

/** @throws InvalidArgumentError */
function reference(text: string): string {
  if (new RegExp(outsideReference).test(text)) return text
  throw new InvalidArgumentError('must have 1 to 64 letters, digits and . _ : / -')
}
