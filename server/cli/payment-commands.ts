import { type Command, InvalidArgumentError, Option } from 'commander'
import { outsideReference, type PaidThrough, paidThrough } from '#contract/admin/money/effects.ts'
import { releaseDispute } from '../jobs/money/disputes.ts'
import { settleOutside } from '../jobs/money/settle-outside.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'
import { listDisputes } from '../payments/queries/find-disputes.ts'
import { listPayments, showPayment } from '../payments/queries/show-payments.ts'
import { cents, jsonOption, parseReason, reasonOption, requireUuid } from './options.ts'
import { problemAsOperatorError, show } from './output.ts'
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
    .requiredOption(
      '--amount <cents>',
      'what was paid, in euro cents; refused if another amount is due by now',
      cents,
    )
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(settle)
}

type Settled = {
  paidThrough: PaidThrough
  reference: string
  amount: number
  reason: string
  json: boolean
}

async function settle(id: string, { json, reason, amount, ...paid }: Settled): Promise<void> {
  const effectId = requireUuid(id)
  await withDatabase((context) =>
    problemAsOperatorError(
      settleOutside(context, {
        ...{ ...paid, effectId, amountCents: amount },
        by: { actor: context.actor, reason },
      }),
    ),
  )
  const told = { effect_id: effectId, settled_by: paid.reference, paid_through: paid.paidThrough }
  show({ ...told, amount_cents: amount }, json)
}

/** @throws InvalidArgumentError */
function reference(text: string): string {
  if (new RegExp(outsideReference).test(text)) return text
  throw new InvalidArgumentError('must have 1 to 64 letters, digits and . _ : / -')
}

export function addDisputeCommands(dray: Command): void {
  const dispute = dray.command('dispute').description('disputes (chargebacks) and early fraud warnings')
  dispute
    .command('list')
    .description(
      'list disputes, newest first; each holds back the payout of its jobs until it is won or released',
    )
    .option('--open', 'only those that are not closed', false)
    .option(...jsonOption)
    .action(async ({ json, open }: { json: boolean; open: boolean }) => {
      show(await withDatabase(({ kysely }) => listDisputes(kysely, { openOnly: open })), json)
    })
  dispute
    .command('release <reference>')
    .description('let the carrier be paid; the reference is that of the processor')
    .option('--processor <name>', 'needed where two processors use the same reference')
    .requiredOption('--reason <text>', 'kept with the dispute', parseReason)
    .option(...jsonOption)
    .action(release)
}

async function release(
  reference: string,
  { processor, reason, json }: { processor?: string; reason: string; json: boolean },
): Promise<void> {
  await withDatabase((context) =>
    releaseDispute(context, { processor, reference, by: { actor: context.actor, reason } }),
  ).catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(error.message) : error
  })
  show({ reference, released: true }, json)
}
