import { type Kysely, sql, type Transaction } from 'kysely'
import { daySumDifferences } from '../day-sums/check-day-sums.ts'
import type { DaySpan } from '../day-sums/unsummed.ts'
import type { LedgerWalk } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { type Imbalance, type LedgerPart, ledgerImbalance } from '../payments/ledger/check.ts'

type Trx = Transaction<Tables>

/** Where the next part of a walk begins. */
export type WalkPlace = Pick<LedgerWalk, 'stage' | 'after'>

export const firstPlace: WalkPlace = { stage: 'payments', after: null }

export type WalkedPart = {
  found: Imbalance[]
  /** The number of accounts with a balance, by their kind. */
  accounts: Record<string, number>
  /** Null at the end of the walk. */
  next: WalkPlace | null
}

/** Rows of one part: its transaction and its statements stay short. */
export type PartSize = { payments: number; wallets: number; ledgerRows: number }

const partSize: PartSize = { payments: 5_000, wallets: 5_000, ledgerRows: 50_000 }

type Stage = (trx: Trx, after: string | null, size: PartSize) => Promise<WalkedStage>
type WalkedStage = {
  part: LedgerPart
  spans: DaySpan[] /** Null at the end of the stage. */
  last: string | null
}

/**
 * Checks the next part of the whole ledger: payments with everything that is booked for them, then wallets, then the
 * days with their sums, and at the last day with a movement of a carrier the carrier's balance. A small ledger is one
 * part.
 *
 * @param beforeEach is called before each statement.
 */
export async function walkPart(
  trx: Trx,
  place: WalkPlace,
  { size = partSize, beforeEach }: { size?: PartSize; beforeEach: () => Promise<unknown> },
): Promise<WalkedPart> {
  const walked: WalkedPart = { found: [], accounts: {}, next: place }
  // To start workers would take longer than these statements, and it would take cores from the requests.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx)
  while (walked.next) {
    const { stage, after } = walked.next
    await beforeEach()
    const { part, spans, last } = await stages[stage](trx, after, size)
    if (part.paymentIds.length + part.accounts.length > 0)
      walked.found.push(...(await ledgerImbalance(trx, { part, beforeEach })))
    if (spans.length > 0) walked.found.push(...(await daySumDifferences(trx, spans)))
    for (const { kind, accounts } of await countBalances(trx, part.accounts))
      walked.accounts[kind] = (walked.accounts[kind] ?? 0) + accounts
    walked.next = last === null ? following(stage) : { stage, after: last }
    if (last !== null) break
  }
  return walked
}

const order = ['payments', 'wallets', 'days'] as const

function following(stage: WalkPlace['stage']): WalkPlace | null {
  const next = order[order.indexOf(stage) + 1]
  return next ? { stage: next, after: null } : null
}

const stages: Record<WalkPlace['stage'], Stage> = {
  payments: async (trx, after, size) => {
    const ids = await idsAfter(trx, { column: 'payment.id', after, limit: size.payments })
    const accounts = ids.flatMap((id) => [`held:${id}`, `captured:${id}`])
    return { part: { paymentIds: ids, accounts }, spans: [], last: lastOf(ids, size.payments) }
  },
  wallets: async (trx, after, size) => {
    const ids = await idsAfter(trx, { column: 'wallet.account_id', after, limit: size.wallets })
    const accounts = ids.map((id) => `wallet:${id}`)
    return { part: { paymentIds: [], accounts }, spans: [], last: lastOf(ids, size.wallets) }
  },
  days: async (trx, after, size) => {
    const span = await daysAfter(trx, after, size.ledgerRows)
    if (!span) return { part: { paymentIds: [], accounts: [] }, spans: [], last: null }
    const last = span.end && new Date(span.end.getTime() - 86_400_000).toISOString().slice(0, 10)
    return { part: { paymentIds: [], accounts: await restingAccounts(trx, span) }, spans: [span], last }
  },
}

type IdsAfter = { column: 'payment.id' | 'wallet.account_id'; after: string | null; limit: number }

async function idsAfter(trx: Trx, { column, after, limit }: IdsAfter): Promise<string[]> {
  const [table = '', id = ''] = column.split('.')
  const later = after === null ? sql`true` : sql`${sql.ref(id)} > ${after}::uuid`
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)} as id from ${sql.table(table)} where ${later} order by 1 limit ${limit}`.execute(
    trx,
  )
  return rows.map((row) => row.id)
}

const lastOf = (ids: string[], limit: number) => (ids.length < limit ? null : (ids.at(-1) ?? null))

/** The next days: at least one, at most those of so many rows; without an end when no later day has rows. */
async function daysAfter(trx: Trx, after: string | null, ledgerRows: number): Promise<DaySpan | null> {
  const { rows } = await sql<{ start: Date | null; end: Date | null }>`
    with first as (
      select coalesce((${after}::date + 1)::timestamp at time zone 'utc', date_trunc('day', least(
        (select at from ledger_transfer order by at, id limit 1),
        (select min(day)::timestamp at time zone 'utc' from summed_day)), 'UTC')) as start)
    select start, (
      select greatest(date_trunc('day', at, 'UTC'), start + interval '24 hours') from ledger_transfer
      where at >= start order by at, id offset ${ledgerRows} limit 1) as end
    from first`.execute(trx)
  const [span] = rows
  return span?.start ? { start: span.start, end: span.end } : null
}

/**
 * The accounts of carriers, and of wallets that do not exist, whose last movement is in the span. So a walk over all
 * days finds each account once.
 */
async function restingAccounts(trx: Trx, { start, end }: DaySpan): Promise<string[]> {
  const until = sql`coalesce(${end}::timestamptz, 'infinity')`
  const isUuid = sql`account ~ '^wallet:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  const { rows } = await sql<{ account: string }>`
    with moved as materialized (select debit, credit from ledger_transfer where at >= ${start} and at < ${until})
    select account from (select credit as account from moved union select debit from moved) touched
    where (account like 'carrier:%' or account like 'wallet:%' and not exists (
        select from wallet where account_id = case when ${isUuid} then substr(account, 8)::uuid end))
      and not exists (select from ledger_transfer where credit = account and at >= ${until})
      and not exists (select from ledger_transfer where debit = account and at >= ${until})`.execute(trx)
  return rows.map(({ account }) => account)
}

async function countBalances(
  kysely: Kysely<Tables>,
  accounts: string[],
): Promise<{ kind: string; accounts: number }[]> {
  if (accounts.length === 0) return []
  const isAmong = (side: string) =>
    sql`mode = 'live' and ${sql.ref(side)} = any((select ${accounts}::text[])::text[])`
  const { rows } = await sql<{ kind: string; accounts: number }>`
    select split_part(account, ':', 1) as kind, count(*) as accounts from (
      select account from (
        select credit as account, amount_cents as cents from ledger_transfer where ${isAmong('credit')}
        union all select debit, -amount_cents from ledger_transfer where ${isAmong('debit')}) movement
      group by account having sum(cents) <> 0) balance
    group by 1`.execute(kysely)
  return rows
}
