import { type Kysely, sql, type Transaction } from 'kysely'
import { ledgerAccountKinds } from '#contract/admin/money/ledger-vocabulary.ts'
import { byAccount, readMovements } from '../day-sums/movements.ts'
import { sharedJobsOfRows } from '../day-sums/sums-of-rows.ts'
import { daysIn, unsummedSpans } from '../day-sums/unsummed.ts'
import { inSnapshot } from '../db/in-transaction.ts'
import type { ClosingDifference, MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { spanOfBooks } from './month.ts'

type Trx = Transaction<Tables>
type Movement = MonthFigures['movements'][number]
type Balances = Map<string, number>

/**
 * The figures of a month, from the ledger of live jobs: the sums of its days, and the rows of those that are not
 * summed. Opening balances come from the last month closed before it.
 */
export function readMonthFigures(kysely: Kysely<Tables>, month: string): Promise<MonthFigures> {
  return inSnapshot(kysely, async (trx) => {
    const span = spanOfBooks(month)
    const opening = await readOpening(trx, month)
    const sums = await readMovements(trx, span)
    const movements = byAccount(sums)
    const closing = added(opening, movements)
    const accounts = [...closing.keys()].sort(byPlace).map((account) => ({
      account,
      opening_cents: opening.get(account) ?? 0,
      closing_cents: closing.get(account) ?? 0,
    }))
    const rows = sums.reduce((all, each) => all + each.movements, 0)
    return { rows, jobs: await countShared(trx, span), accounts, movements }
  })
}

async function readOpening(trx: Trx, month: string): Promise<Balances> {
  const closed = await trx
    .selectFrom('month_closing')
    .select(['month', 'figures'])
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { start } = spanOfBooks(month)
  if (!closed) return added(new Map(), byAccount(await readMovements(trx, { end: start })))
  const known = new Map(
    closed.figures.accounts.map(({ account, closing_cents: cents }) => [account, cents] as const),
  )
  const since = { start: spanOfBooks(closed.month).end, end: start }
  return added(known, byAccount(await readMovements(trx, since)))
}

function added(from: Balances, movements: Movement[]): Balances {
  const balances = new Map(from)
  for (const { account, debit_cents: debit, credit_cents: credit } of movements)
    balances.set(account, (balances.get(account) ?? 0) + credit - debit)
  return balances
}

/** A job is counted once, also when its money was shared out on several days. */
async function countShared(trx: Trx, span: MonthSpan): Promise<MonthFigures['jobs']> {
  const spans = await unsummedSpans(trx, span)
  const { rows } = await sql<MonthFigures['jobs']>`
    with shared as (
      select completed_ids, cancelled_ids from summed_day where ${daysIn([span])}
      union all
      select completed_ids, cancelled_ids from (${sharedJobsOfRows(spans)}) unsummed)
    select (select count(distinct id)::integer from shared, unnest(completed_ids) id) as completed,
      (select count(distinct id)::integer from shared, unnest(cancelled_ids) id) as cancelled`.execute(trx)
  return rows[0] ?? { completed: 0, cancelled: 0 }
}

const placeOf = (account: string): number =>
  ledgerAccountKinds.findIndex((kind) => kind === account.split(':')[0])
const byPlace = (a: string, b: string): number => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)

/** The figures of a closed month that are different now. */
export function compareFigures(closed: MonthFigures, now: MonthFigures): ClosingDifference[] {
  const [before, after] = [valuesOf(closed), valuesOf(now)]
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .map((key) => {
      const [account = '', figure = ''] = key.split(' ')
      return { account, figure, closed_cents: before.get(key) ?? 0, now_cents: after.get(key) ?? 0 }
    })
    .filter(({ closed_cents, now_cents }) => closed_cents !== now_cents)
}

/** Names of accounts and kinds contain no blanks. */
function valuesOf({ accounts, movements }: MonthFigures): Map<string, number> {
  return new Map([
    ...accounts.flatMap(({ account, opening_cents, closing_cents }) => [
      [`${account} opening`, opening_cents] as const,
      [`${account} closing`, closing_cents] as const,
    ]),
    ...movements.flatMap(({ account, kind, debit_cents, credit_cents }) => [
      [`${account} ${kind}:debit`, debit_cents] as const,
      [`${account} ${kind}:credit`, credit_cents] as const,
    ]),
  ])
}
