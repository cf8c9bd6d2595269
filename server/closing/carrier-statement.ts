import { type Kysely, sql } from 'kysely'
import type { StatementLineKind } from '#contract/invoice-vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { type Column, csvOf, membersOf } from '../lib/csv.ts'
import { allPages, readPage } from '../lib/page.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { ledgerAccount } from '../payments/ledger/entries.ts'
import { spanOfBooks } from './month.ts'

type Db = Kysely<Tables>

export type CarrierLine = {
  /** Id of the row of the ledger. */
  id: string
  at: Date
  kind: StatementLineKind
  jobId: string | null
  shortId: string | null
  /** Negative for a payout. */
  amountCents: number
}

export type CarrierStatement = {
  accountId: string
  /** Null when the account is erased. */
  name: string | null
  month: string
  from: Date
  /** Exclusive. */
  to: Date
  /** Owed to the carrier at the start and at the end; the difference is the sum of all lines. */
  openingCents: number
  closingCents: number
  totals: { kind: StatementLineKind; lines: number; amountCents: number }[]
  /** The newest first. */
  lines: CarrierLine[]
  /** Id of the last line of this page; null on the last page. */
  next: string | null
}

type CarrierStatementInput = {
  accountId: string
  /** Such as `2026-03`. */
  month: string
  /** `next` of the page before. */
  before?: string | undefined
  limit?: number | undefined
}

/**
 * What a carrier earned and was paid in a month of UTC, from the ledger; in the current month, so far. The platform
 * pays a refund after a delivery, so it has no line, but for the part that the carrier bears.
 *
 * @returns null when the account is not a carrier.
 */
export function readCarrierStatement(
  kysely: Db,
  { accountId, month, before, limit = 50 }: CarrierStatementInput,
): Promise<CarrierStatement | null> {
  const span = spanOfBooks(month)
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const carrier = await findCarrier(trx, accountId)
      if (!carrier) return null
      const openingCents = await readBalance(trx, { accountId, at: span.start })
      const totals = await readTotals(trx, { accountId, span })
      // One more row shows whether there is a next page.
      const found = await readCarrierLines(trx, { accountId, span, before, limit: limit + 1 })
      const lines = found.slice(0, limit)
      return {
        ...{ accountId, name: carrier.name, month, from: span.start, to: span.end, openingCents },
        closingCents: totals.reduce((sum, { amountCents }) => sum + amountCents, openingCents),
        totals,
        lines,
        next: found.length > limit ? (lines.at(-1)?.id ?? null) : null,
      }
    })
}

export const findCarrier = (db: Db, accountId: string): Promise<{ name: string | null } | undefined> =>
  db
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'account_id')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst()

async function readBalance(db: Db, { accountId, at }: { accountId: string; at: Date }): Promise<number> {
  const account = ledgerAccount.carrier(accountId)
  const { rows } = await sql<{ cents: number }>`
    select (select coalesce(sum(amount_cents), 0) from ledger_transfer where credit = ${account} and at < ${at})
      - (select coalesce(sum(amount_cents), 0) from ledger_transfer where debit = ${account} and at < ${at}) as cents`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

type Asked = { accountId: string; span: MonthSpan }

/** Each side has an index by account and time. */
const movements = ({ accountId, span }: Asked) => {
  const account = ledgerAccount.carrier(accountId)
  const inMonth = sql`l.at >= ${span.start} and l.at < ${span.end}`
  return sql`
    select l.id, l.at, l.kind, l.credit, l.payment_id, l.job_id, l.amount_cents from ledger_transfer l
    where l.credit = ${account} and ${inMonth}
    union all
    select l.id, l.at, l.kind, l.credit, l.payment_id, l.job_id, -l.amount_cents from ledger_transfer l
    where l.debit = ${account} and ${inMonth}`
}

const lineKind = sql<StatementLineKind>`case when m.kind = 'transfer' then 'payout' when p.purpose = 'tip' then 'tip'
  when m.kind = 'share' then case job.status when 'cancelled' then 'cancellation' else 'delivery' end
  when m.kind = 'correction' and m.credit like 'captured:%' then 'refund' else 'correction' end`

/** A tip names its job through its payment. */
const withJob = sql`left join payment p on p.id = m.payment_id left join job on job.id = coalesce(m.job_id, p.job_id)`

async function readTotals(db: Db, asked: Asked): Promise<CarrierStatement['totals']> {
  const { rows } = await sql<CarrierStatement['totals'][number]>`
    select ${lineKind} as kind, count(*)::integer as lines, sum(m.amount_cents)::bigint as "amountCents"
    from (${movements(asked)}) m ${withJob} group by 1 order by 1`.execute(db)
  return rows
}

/** Lines of a statement, the newest first. */
async function readCarrierLines(
  db: Db,
  { before, limit, ...asked }: Asked & { before: string | undefined; limit: number },
): Promise<CarrierLine[]> {
  const earlier =
    before === undefined
      ? sql`true`
      : sql`(m.at, m.id) < (select last.at, last.id from ledger_transfer last where last.id = ${before})`
  const { rows } = await sql<CarrierLine>`
    select m.id, m.at, ${lineKind} as kind, job.id as "jobId", job.short_id as "shortId",
      m.amount_cents as "amountCents"
    from (${movements(asked)}) m ${withJob}
    where ${earlier} order by m.at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** All lines of a carrier's statement as CSV, the newest first. */
export function carrierStatementFile(
  kysely: Kysely<Tables>,
  { accountId, month }: { accountId: string; month: string },
): AsyncGenerator<string> {
  const span = spanOfBooks(month)
  const pages = allPages((at) => {
    const find = (limit: number) => readCarrierLines(kysely, { accountId, span, before: at.before, limit })
    return readPage(at, find, ({ id }) => id)
  })
  return csvOf(columns, pages)
}

const columns: Column<CarrierLine>[] = [
  { header: 'line_id', value: ({ id }) => id },
  { header: 'at', value: ({ at }) => at.toISOString() },
  ...membersOf('kind'),
  { header: 'job_id', value: ({ jobId }) => jobId },
  { header: 'short_id', value: ({ shortId }) => shortId },
  { header: 'amount_cents', value: ({ amountCents }) => amountCents },
]
