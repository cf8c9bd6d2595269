import { recordAudit } from '../db/audit.ts'
import { onDisputed } from '../jobs/money/disputes.ts'
import { settleJobMoney } from '../jobs/money/settle.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { handleProcessorEvent } from '../payments/events/handle.ts'
import type { ProcessorEventNeeds } from '../payments/events/needs.ts'
import type { Processors } from '../payments/providers/processors.ts'
import { compareProcessor, type ProcessorCheck } from '../payments/reconcile/check.ts'
import type { ProcessorDifference } from '../payments/reconcile/differences.ts'
import { connectProcessors } from '../start/connect-payments.ts'
import { show, warnOnStderr } from './output.ts'
import type { CommandContext } from './with-database.ts'

type ProcessorChecks = {
  processors: ProcessorCheck[]
  /** Processors of earlier payments that are no longer connected and therefore not compared. */
  not_connected: string[]
}

/**
 * Compares our records with the lists of every connected processor. `book`: handles each difference as if the processor
 * had sent an event for it, then compares again.
 *
 * @throws OperatorError when the list of a processor cannot be read.
 */
export async function checkProcessors(
  context: CommandContext,
  { since, book, reason }: { since: Date | null; book: boolean; reason: string | undefined },
): Promise<ProcessorChecks> {
  const { kysely, config } = context
  const processors = await connectProcessors(config, context)
  const check = () => checkEach(context, processors, since).catch(sayingWhichFailed)
  const found = await check()
  const differences = found.flatMap((each) => each.differences)
  const isBooking = book && differences.length > 0
  if (isBooking) {
    await recordBooking(context, { differences, reason })
    await bookDifferences(newsNeeds(context, processors), differences).catch(sayingWhichFailed)
  }
  const earlier = await kysely
    .selectFrom('payment')
    .select('processor')
    .distinct()
    .where('processor', 'not in', processors.names)
    .execute()
  return {
    processors: isBooking ? await check() : found,
    not_connected: earlier.map(({ processor }) => processor).sort(),
  }
}

async function checkEach(
  { kysely, config }: CommandContext,
  { names, named }: Processors,
  since: Date | null,
) {
  const checks: ProcessorCheck[] = []
  for (const name of names) {
    const processor = named(name)
    const needs = { kysely, spoolFolder: config.dataDir }
    const check = processor && (await compareProcessor(needs, { processor, since }))
    if (check) checks.push(check)
  }
  return checks
}

/** Recorded before: each payment is booked in a separate transaction, and the first one may fail. */
const recordBooking = (
  { kysely, actor }: CommandContext,
  { differences, reason }: { differences: ProcessorDifference[]; reason: string | undefined },
): Promise<void> => {
  const ids = new Set(differences.flatMap(({ payment_id: id }) => id ?? []))
  const targets = [...ids].map((id) => ({ type: 'payment' as const, id }))
  return kysely
    .transaction()
    .execute((trx) => recordAudit(trx, { actor, reason, act: 'payment.book', targets }))
}

/** Handles the payment (with its hold and refunds) and the object that differs, such as a refund that failed later. */
async function bookDifferences(
  needs: ProcessorEventNeeds,
  differences: ProcessorDifference[],
): Promise<void> {
  for (const { payment_id: id, reference } of differences) {
    const payment = id
      ? await needs.kysely.selectFrom('payment').select('reference').where('id', '=', id).executeTakeFirst()
      : null
    const references = new Set([payment?.reference, reference].filter((each) => typeof each === 'string'))
    for (const each of references) await handleProcessorEvent(needs, each)
  }
}

const newsNeeds = ({ kysely }: CommandContext, processors: Processors): ProcessorEventNeeds => ({
  kysely,
  processors,
  settle: settleJobMoney,
  onDisputed,
  onMoneyAlert: (alert) => warnOnStderr([alert]),
})

function sayingWhichFailed(error: unknown): never {
  if (error instanceof ProviderError)
    throw new OperatorError(`The list of the processor cannot be read: ${error.message}`)
  throw error
}

/** Readable output: a sentence for each processor, and a table of the differences. */
export function showProcessorChecks({ processors, not_connected }: ProcessorChecks): void {
  for (const check of processors) {
    console.log(summaryOf(check))
    if (check.differences.length > 0) show(check.differences, false)
    if (check.more) console.log(`There are more than these ${check.differences.length}.`)
  }
  for (const name of not_connected)
    console.log(`${name}: not compared, as it is not connected (PAYMENT_PROCESSOR)`)
}

function summaryOf({ processor, compared, elsewhere, differences }: ProcessorCheck): string {
  const counts = [
    countOf(compared.hold, 'hold'),
    countOf(compared.refund, 'refund'),
    countOf(compared.transfer, 'transfer'),
  ]
  const verdict = differences.length === 0 ? 'nothing differs' : countOf(differences.length, 'difference')
  const others = elsewhere > 0 ? ` (${elsewhere} of them not made by Dray)` : ''
  return `${processor}: ${counts.filter(Boolean).join(', ')} compared${others}; ${verdict}.`
}

const countOf = (count: number | null, name: string): string =>
  count === null ? '' : `${count} ${name}${count === 1 ? '' : 's'}`
