import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LedgerKind } from '#contract/admin/money/ledger-vocabulary.ts'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { EffectKind, PaymentPurpose, Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
import { all, type Condition, type MoneyFilters, ofJob, rowsOfAmount, within } from './conditions.ts'

export type LedgerFilters = Omit<MoneyFilters, 'partnerId'> & {
  /** On one of the two sides. */
  account?: string | undefined
  kind?: LedgerKind | undefined
  paymentId?: string | undefined
}

export type LedgerRow = {
  place: string
  rowId: string
  at: Date
  kind: LedgerKind
  debit: string
  credit: string
  amountCents: number
  jobId: string | null
  jobTitle: string | null
  paymentId: string | null
  purpose: PaymentPurpose | null
  effectId: string | null
  effectKind: EffectKind | null
  byHand: boolean | null
}

const order = { at: 'l.at', id: 'l.id' }
const at = sql.ref(order.at)
const newest = sql`order by l.at desc, l.id desc`

/** Rows of live money, the latest first. */
export async function findLedgerRows(
  kysely: Kysely<Tables>,
  { before, limit, ...filters }: LedgerFilters & Paging,
): Promise<Page<LedgerRow>> {
  const { account, kind, paymentId } = filters
  const conditions = [
    sql<boolean>`l.mode = 'live'`,
    ...(kind === undefined ? [] : [sql<boolean>`l.kind = ${kind}`]),
    ...(paymentId === undefined ? [] : [sql<boolean>`l.payment_id = ${paymentId}`]),
    ...ofJob({ ...filters, hasFewJobs: false }, sql`l.job_id`),
    ...within(filters, { at, cents: sql`l.amount_cents` }),
    ...(before === undefined ? [] : [isBeyond(order, before)]),
  ]
  const source = await rowsOfAmount(kysely, filters, {
    table: 'ledger_transfer',
    isNarrow: [account, paymentId, filters.jobId].some((each) => each !== undefined),
  })
  const find = async (most: number) => {
    const tail = sql`${newest} limit ${most}`
    const { rows } = await sql<LedgerRow>`
      with page as (select l.* from (${branches(account, { source, conditions, tail })}) l ${tail})
      select ${placeIn(order)} as place, l.id as "rowId", l.at, l.kind, l.debit, l.credit,
        l.amount_cents as "amountCents", job.id as "jobId", job.title as "jobTitle", l.payment_id as "paymentId",
        p.purpose, e.id as "effectId", e.kind as "effectKind", e.origin = 'processor' as "byHand"
      from page l left join job on job.id = l.job_id left join payment p on p.id = l.payment_id
        left join payment_effect e on e.id = l.effect_id
      ${newest}`.execute(kysely)
    return rows
  }
  return readPage({ limit }, find, ({ place }) => place)
}

type Branch = { source: RawBuilder<unknown>; conditions: Condition[]; tail: RawBuilder<unknown> }

/** An account is on the debit or the credit side of a row, never on both. */
function branches(account: string | undefined, { source, conditions, tail }: Branch): RawBuilder<unknown> {
  const branch = (more: Condition[]) =>
    sql`(select l.* from ${source} l where ${all([...more, ...conditions])} ${tail})`
  if (account === undefined) return branch([])
  const [debits, credits] = [sql<boolean>`l.debit = ${account}`, sql<boolean>`l.credit = ${account}`]
  return sql`${branch([debits])} union all ${branch([credits])}`
}
