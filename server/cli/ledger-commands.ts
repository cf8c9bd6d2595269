import { type Command, InvalidArgumentError } from 'commander'
import { closeMonth } from '../closing/close-month.ts'
import { booksOf, type MonthReport, readMonth } from '../closing/months.ts'
import { sumDayBy } from '../day-sums/sum-day-by.ts'
import { isDay } from '../day-sums/unsummed.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { checkBooks } from '../today/check-books.ts'
import { checkProcessors, showProcessorChecks } from './check-processors.ts'
import { instantOf, jsonOption, month, reasonOption } from './options.ts'
import { problemAsOperatorError, show } from './output.ts'
import { withDatabase } from './with-database.ts'

type CheckOptions = {
  json: boolean
  whole: boolean
  processor: boolean
  since?: Date
  book: boolean
  reason?: string
}

export function addLedgerCommands(dray: Command): void {
  const ledger = dray
    .command('ledger')
    .description('what was held, taken, paid out and refunded, as double entries')
  ledger
    .command('check')
    .description('compare the ledger with wallets, payments and calls; exits with 1 when they do not agree')
    .option('--whole', 'compare everything, not only what has changed since the last whole check', false)
    .option('--processor', "compare with the payment processor's lists too", false)
    .option(
      '--since <instant|days>',
      'with --processor: only what is newer, such as 30 or 2027-01-31T12:00:00Z',
      since,
    )
    .option('--book', 'with --processor: read each difference again and book what the processor did', false)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(checkLedger)
  ledger
    .command('sum-day')
    .argument('<day>', 'such as 2027-01-31, of UTC', day)
    .description('write the sums of a day again, after its difference to the rows was examined')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(sumDayAgain)
  addMonthCommands(ledger)
}

function day(text: string): string {
  if (isDay(text)) return text
  throw new InvalidArgumentError('must be a day, such as 2027-01-31')
}

type SumDayOptions = { reason: string; json: boolean }

async function sumDayAgain(of: string, { reason, json }: SumDayOptions): Promise<void> {
  const isSummed = await withDatabase((context) =>
    sumDayBy(context, { day: of, by: { actor: context.actor, reason } }),
  )
  if (!isSummed) throw new OperatorError(`${of} has not ended (UTC)`)
  show({ day: of, summed: isSummed }, json)
}

/** Parses a number of days before now, a date or an instant. @throws InvalidArgumentError */
function since(text: string): Date {
  if (/^\d{1,5}$/.test(text)) return new Date(Date.now() - Number(text) * 86_400_000)
  const at = instantOf(text)
  if (at) return at
  throw new InvalidArgumentError('must be a number of days, a date (UTC) or an instant')
}

async function checkLedger({ json, whole, processor, since, book, reason }: CheckOptions): Promise<void> {
  await withDatabase(async (context) => {
    const checks = processor ? await checkProcessors(context, { since: since ?? null, book, reason }) : null
    const { differences: imbalances, since: from } = await checkBooks(context.kysely, { isWhole: whole })
    const differences = checks?.processors.flatMap((each) => each.differences) ?? []
    if (imbalances.length + differences.length > 0) process.exitCode = 1
    if (json) return show(checks ? { imbalances, ...checks } : imbalances, json)
    if (imbalances.length > 0) show(imbalances, json)
    else console.log('The books agree.')
    if (from)
      console.log(
        `Compared: what has changed since ${from}. The background had checked the rest; --whole compares everything.`,
      )
    if (checks) showProcessorChecks(checks)
  })
}

function addMonthCommands(ledger: Command): void {
  ledger
    .command('month')
    .argument('<month>', 'such as 2027-01, of UTC', month)
    .description('show the figures of a month: balances, movements and checks')
    .option(...jsonOption)
    .action(async (of: string, { json }: { json: boolean }) => {
      show(asRow((await withDatabase(({ kysely }) => readMonth(kysely, of))) ?? unknown(of)), json)
    })
  ledger
    .command('close')
    .argument('<month>', 'such as 2027-01, of UTC', month)
    .description('store the figures of a month that has ended; what changes later is shown')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(close)
}

async function close(of: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const report = await withDatabase(async (context) => {
    const by = { actor: context.actor, reason }
    const isClosed = await problemAsOperatorError(closeMonth(context, { month: of, by }))
    return isClosed ? readMonth(context.kysely, of) : null
  })
  show(asRow(report ?? unknown(of)), json)
}

function unknown(of: string): never {
  throw new OperatorError(`There are no books of ${of}`)
}

const asRow = (report: MonthReport) => ({
  month: report.month,
  state: report.state,
  closed_at: report.closedAt,
  closed_by: report.closedBy,
  ...booksOf(report),
})
