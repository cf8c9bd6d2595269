import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ledgerAccountKinds } from '#contract/admin/money/ledger-vocabulary.ts'
import type { ClosingDifference, MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { spanOfBooks } from './month.ts'

type Db = Kysely<Tables>
type Movement = MonthFigures['movements'][number]
type Balances = Map<string, number>

/**
 * The figures of a month, from the ledger of live jobs. Opening balances come from the last month closed before it, so
 * only the rows since then are read.
 */
export function readMonthFigures(kysely: Db, month: string): Promise<MonthFigures> {
  return inSnapshot(kysely, async (db) => {
    const span = spanOfBooks(month)
    const opening = await readOpening(db, month)
    const movements = await readMovements(db, sql`at >= ${span.start} and at < ${span.end}`)
    const closing = added(opening, movements)
    const accounts = [...closing.keys()].sort(byPlace).map((account) => ({
      account,
      opening_cents: opening.get(account) ?? 0,
      closing_cents: closing.get(account) ?? 0,
    }))
    return { ...(await readCounts(db, span)), accounts, movements }
  })
}

/** All queries see the same rows. */
const inSnapshot = <T>(kysely: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

async function readOpening(db: Db, month: string): Promise<Balances> {
  const closed = await db
    .selectFrom('month_closing')
    .select(['month', 'figures'])
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { start } = spanOfBooks(month)
  if (!closed) return added(new Map(), await readMovements(db, sql`at < ${start}`))
  const known = new Map(
    closed.figures.accounts.map(({ account, closing_cents: cents }) => [account, cents] as const),
  )
  const { end } = spanOfBooks(closed.month)
  return added(known, await readMovements(db, sql`at >= ${end} and at < ${start}`))
}

function added(from: Balances, movements: Movement[]): Balances {
  const balances = new Map(from)
  for (const { account, debit_cents: debit, credit_cents: credit } of movements)
    balances.set(account, (balances.get(account) ?? 0) + credit - debit)
  return balances
}

/** All wallets are one account here, and so are all holds, all captured payments and all carriers. */
const kindOfAccount = (account: RawBuilder<unknown>) =>
  sql`case when ${account} like 'processor:%' or ${account} like 'platform:%' then ${account}
    else split_part(${account}, ':', 1) end`

async function readMovements(db: Db, inSpan: RawBuilder<unknown>): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with moved as (
      select ${kindOfAccount(sql`debit`)} as debit, ${kindOfAccount(sql`credit`)} as credit, kind,
        sum(amount_cents)::bigint as cents
      from ledger_transfer where mode = 'live' and ${inSpan} group by 1, 2, 3)
    select account, kind, sum(debit_cents)::bigint as debit_cents, sum(credit_cents)::bigint as credit_cents
    from (
      select debit as account, kind, cents as debit_cents, 0 as credit_cents from moved
      union all select credit, kind, 0, cents from moved) side
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

async function readCounts(db: Db, { start, end }: MonthSpan): Promise<Pick<MonthFigures, 'rows' | 'jobs'>> {
  const { rows } = await sql<{ rows: number; completed: number; cancelled: number }>`
    with month as (
      select job_id, kind from ledger_transfer where mode = 'live' and at >= ${start} and at < ${end}),
    shared as (select distinct job_id from month where kind in ('share', 'fee'))
    select (select count(*)::integer from month) as rows,
      (count(*) filter (where job.status = 'completed'))::integer as completed,
      (count(*) filter (where job.status = 'cancelled'))::integer as cancelled
    from shared join job on job.id = shared.job_id`.execute(db)
  const { rows: count = 0, completed = 0, cancelled = 0 } = rows[0] ?? {}
  return { rows: count, jobs: { completed, cancelled } }
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
