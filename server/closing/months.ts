import { type Kysely, sql } from 'kysely'
import type { ClosingDifference, MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { csvOf, membersOf } from '../lib/csv.ts'
import { monthOfBooks, spanOfBooks } from './month.ts'
import { compareFigures, readMonthFigures } from './month-figures.ts'

type Db = Kysely<Tables>

type MonthState = 'current' | 'open' | 'closed'

export type Month = {
  /** Such as `2026-03`, of UTC. */
  month: string
  state: MonthState
  closedAt: Date | null
  closedBy: string | null
  reason: string | null
  /** The last comparison with the ledger; null for a month that is not closed. */
  checkedAt: Date | null
  /** The first comparison that found differences. */
  differsSince: Date | null
}

const months = sql`
  select to_char(start, 'YYYY-MM') as month,
    case when c.month is not null then 'closed'
      when start + interval '1 month' > now() at time zone 'utc' then 'current' else 'open' end as state,
    c.closed_at as "closedAt", c.closed_by as "closedBy", c.reason, c.checked_at as "checkedAt",
    c.differs_since as "differsSince"
  from generate_series(
    date_trunc('month', (select at from ledger_transfer where mode = 'live' order by at, id limit 1) at time zone 'utc'),
    now() at time zone 'utc', interval '1 month') start
  left join month_closing c on c.month = to_char(start, 'YYYY-MM')`

/** The months since the first movement of the ledger, the newest first. */
export async function listMonths(
  db: Db,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Month[]> {
  const earlier = before === undefined ? sql`true` : sql`month < ${before}`
  const { rows } = await sql<Month>`
    select * from (${months}) listed where ${earlier} order by month desc limit ${limit}`.execute(db)
  return rows
}

type MonthChecks = {
  /** Balances at the start and at the end, and movements, each add up to zero over all accounts. */
  isBalanced: boolean
  /** The balances at the start equal the previous month's closing balances; null when that month is not closed. */
  followsMonthBefore: boolean | null
  /** The balances at the end equal the next month's opening balances; null when that month is not closed. */
  agreesWithNextMonth: boolean | null
  /** The last check of the ledger found no difference to other tables; null before the first check. */
  ledgerAgrees: boolean | null
  /**
   * Differences to the processor on days of the month, neither explained nor settled; null if no difference is known
   * and a day is still to be compared.
   */
  openDifferences: number | null
}

export type MonthReport = Month & {
  /** The stored figures of a closed month; else the current ones. */
  figures: MonthFigures
  /** Figures that have changed since the month was closed. */
  differences: ClosingDifference[]
  checks: MonthChecks
}

/** The books of a month in the names that the panel and `dray ledger` show. */
export const booksOf = ({ figures, differences, checks }: MonthReport) => ({
  ...figures,
  differences,
  checks: {
    balanced: checks.isBalanced,
    follows_month_before: checks.followsMonthBefore,
    agrees_with_next_month: checks.agreesWithNextMonth,
    ledger_agrees: checks.ledgerAgrees,
    open_differences: checks.openDifferences,
  },
})

/** @returns null for a month before the first movement, or in the future. */
export async function findMonth(db: Db, month: string): Promise<Month | null> {
  const { rows } = await sql<Month>`select * from (${months}) listed where month = ${month}`.execute(db)
  return rows[0] ?? null
}

/** @returns null for a month before the first movement, or in the future. */
export async function readMonth(kysely: Db, month: string): Promise<MonthReport | null> {
  const listed = await findMonth(kysely, month)
  if (!listed) return null
  const now = await readMonthFigures(kysely, month)
  const closed = await readClosed(kysely, month)
  const figures = closed ?? now
  return {
    ...listed,
    figures,
    differences: closed ? compareFigures(closed, now) : [],
    checks: await readChecks(kysely, month, figures),
  }
}

async function readClosed(kysely: Db, month: string): Promise<MonthFigures | null> {
  const row = await kysely
    .selectFrom('month_closing')
    .select('figures')
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.figures ?? null
}

async function readChecks(kysely: Db, month: string, figures: MonthFigures): Promise<MonthChecks> {
  const { start, end } = spanOfBooks(month)
  const before = await readClosed(kysely, monthOfBooks(new Date(start.getTime() - 1)))
  const next = await readClosed(kysely, monthOfBooks(end))
  const { rows } = await sql<{ ledgerAgrees: boolean | null; openDifferences: number | null }>`
    select (select unbalanced_since is null from ledger_check where whole_checked_at is not null) as "ledgerAgrees",
      (select case when sum(open.differences) > 0 or bool_and(run.status = 'done')
          then coalesce(sum(open.differences), 0)::integer end
        from reconciliation_run run cross join lateral (
          select count(*) as differences from reconciliation_difference d
          where d.run_id = run.id and d.settled_at is null and d.explained_at is null) open
        where to_char(run.day, 'YYYY-MM') = ${month}) as "openDifferences"`.execute(kysely)
  const { ledgerAgrees = null, openDifferences = null } = rows[0] ?? {}
  return {
    isBalanced: isBalanced(figures),
    followsMonthBefore: before && isSameBalance(closingOf(before), openingOf(figures)),
    agreesWithNextMonth: next && isSameBalance(closingOf(figures), openingOf(next)),
    ledgerAgrees,
    openDifferences,
  }
}

function isBalanced({ accounts, movements }: MonthFigures): boolean {
  const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
  return (
    sum(accounts.map((each) => each.opening_cents)) === 0 &&
    sum(accounts.map((each) => each.closing_cents)) === 0 &&
    sum(movements.map((each) => each.credit_cents - each.debit_cents)) === 0 &&
    accounts.every(
      ({ account, opening_cents, closing_cents }) =>
        closing_cents - opening_cents ===
        sum(
          movements
            .filter((each) => each.account === account)
            .map(({ credit_cents, debit_cents }) => credit_cents - debit_cents),
        ),
    )
  )
}

type Balance = [account: string, cents: number][]

const openingOf = ({ accounts }: MonthFigures): Balance =>
  accounts.map(({ account, opening_cents }) => [account, opening_cents])

const closingOf = ({ accounts }: MonthFigures): Balance =>
  accounts.map(({ account, closing_cents }) => [account, closing_cents])

/** An account that is absent on one side has no balance there. */
function isSameBalance(a: Balance, b: Balance): boolean {
  const [left, right] = [new Map(a), new Map(b)]
  return [...left.keys(), ...right.keys()].every((key) => (left.get(key) ?? 0) === (right.get(key) ?? 0))
}

type Line = {
  month: string
  account: string
  /** `opening`, `closing`, or a kind of movement. */
  figure: string
  debit_cents: number | null
  credit_cents: number | null
  balance_cents: number | null
}

/** The figures of a month as CSV: for each account the opening balance, the movements by kind, the closing balance. */
export const monthFile = (month: string, figures: MonthFigures): AsyncGenerator<string> =>
  csvOf(columns, [linesOf(month, figures)])

function linesOf(month: string, { accounts, movements }: MonthFigures): Line[] {
  const none = { debit_cents: null, credit_cents: null, balance_cents: null }
  return accounts.flatMap(({ account, opening_cents, closing_cents }) => [
    { ...none, month, account, figure: 'opening', balance_cents: opening_cents },
    ...movements
      .filter((each) => each.account === account)
      .map(({ kind, debit_cents, credit_cents }) => ({
        ...none,
        ...{ month, account, figure: kind, debit_cents, credit_cents },
      })),
    { ...none, month, account, figure: 'closing', balance_cents: closing_cents },
  ])
}

const columns = membersOf('month', 'account', 'figure', 'debit_cents', 'credit_cents', 'balance_cents')
