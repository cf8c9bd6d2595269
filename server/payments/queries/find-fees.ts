import { type Kysely, sql } from 'kysely'
import type { FeeKind } from '#contract/admin/money/fees.ts'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
import { ledgerAccount } from '../ledger/entries.ts'
import {
  all,
  type Condition,
  type JobColumns,
  jobColumns,
  jobJoins,
  type MoneyFilters,
  ofJob,
  planned,
  rowsOfAmount,
  within,
} from './conditions.ts'

export type FeeFilters = MoneyFilters & { kind?: FeeKind | undefined }

export type FeeRow = JobColumns & {
  place: string
  rowId: string
  kind: FeeKind
  at: Date
  /** Negative if the platform pays. */
  earnedCents: number
  paymentId: string | null
}

const { platformFees, platformDisputeFees } = ledgerAccount
const order = { at: 'l.at', id: 'l.id' }
const at = sql.ref(order.at)
const newest = sql`order by l.at desc, l.id desc`

const kindOf = sql<FeeKind>`case l.kind when 'fee' then case when job.status = 'cancelled' then 'cancellation'
  else 'service' end when 'dispute_fee' then 'dispute' else 'correction' end`

/** Written without `kindOf`, so the planner can estimate the rows. */
const isOfKind: Record<FeeKind, Condition> = {
  service: sql<boolean>`l.kind = 'fee' and job.status is distinct from 'cancelled'`,
  cancellation: sql<boolean>`l.kind = 'fee' and job.status = 'cancelled'`,
  correction: sql<boolean>`l.kind = 'correction'`,
  dispute: sql<boolean>`l.kind = 'dispute_fee'`,
}

/** Earnings and costs of the platform, from the ledger, latest first. */
export async function findFees(
  kysely: Kysely<Tables>,
  { before, limit, ...given }: FeeFilters & Paging,
): Promise<Page<FeeRow>> {
  const filters = await planned(kysely, given)
  const { kind } = filters
  const conditions = [
    sql<boolean>`l.mode = 'live'`,
    ...(kind === undefined ? [] : [isOfKind[kind]]),
    ...ofJob(filters, sql`l.job_id`),
    ...within(filters, { at, cents: sql`l.amount_cents` }),
    ...(before === undefined ? [] : [isBeyond(order, before)]),
  ]
  const isFee = sql<boolean>`credit = ${sql.lit(platformFees)}`
  const fees = await rowsOfAmount(kysely, filters, {
    table: 'ledger_transfer',
    isNarrow: filters.jobId !== undefined || filters.hasFewJobs,
    conditions: [isFee],
  })
  const find = async (most: number) => {
    const tail = sql`${newest} limit ${most}`
    // The job is read only if its status determines the kind.
    const isOfStatus = kind === 'service' || kind === 'cancellation'
    const withJob = isOfStatus ? sql`left join job on job.id = l.job_id` : sql``
    const branch = (side: 'debit' | 'credit', account: string, from = sql`ledger_transfer`) => sql`(
      select l.* from ${from} l ${withJob}
      where ${sql.ref(`l.${side}`)} = ${account} and ${all(conditions)} ${tail})`
    const { rows } = await sql<FeeRow>`
      with page as (select l.* from (
        ${branch('credit', platformFees, fees)} union all ${branch('debit', platformFees)}
        union all ${branch('credit', platformDisputeFees)} union all ${branch('debit', platformDisputeFees)}) l ${tail})
      select ${placeIn(order)} as place, l.id as "rowId", ${kindOf} as kind, l.at,
        case when l.credit in (${platformFees}, ${platformDisputeFees}) then l.amount_cents
          else -l.amount_cents end as "earnedCents",
        l.payment_id as "paymentId", ${jobColumns}
      from page l ${jobJoins(sql`l.job_id`)} ${newest}`.execute(kysely)
    return rows
  }
  return readPage({ limit }, find, ({ place }) => place)
}
