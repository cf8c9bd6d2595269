import { type Kysely, sql } from 'kysely'
import type { FeeKind } from '#contract/admin/money/fees.ts'
import type { Tables } from '../../db/tables.ts'
import { type LedgerKind, ledgerAccount } from '../ledger.ts'
import {
  all,
  type Condition,
  type Found,
  isBefore,
  type JobColumns,
  jobColumns,
  jobJoins,
  type MoneyFilters,
  ofJob,
  type PageAt,
  pageOf,
  placeOf,
  within,
} from './page.ts'

export type FeeFilters = MoneyFilters & { kind?: FeeKind | undefined }

export type FeeRow = JobColumns & {
  place: string
  rowId: string
  kind: FeeKind
  at: Date
  /** Below zero where the platform pays. */
  earnedCents: number
  paymentId: string | null
}

const { platformFees, platformDisputeFees } = ledgerAccount
const [at, id] = [sql`l.at`, sql`l.id`]
const newest = sql`order by l.at desc, l.id desc`

const kindOf = sql<FeeKind>`case l.kind when 'fee' then case when job.status = 'cancelled' then 'cancellation'
  else 'service' end when 'dispute_fee' then 'dispute' else 'correction' end`

/** What the ledger calls it: the rows of some kinds are few among all fees, and are found through the index of kinds. */
const isBookedAs = (kind: FeeKind): Condition => sql<boolean>`l.kind = ${bookedAs[kind]}`

const bookedAs: Record<FeeKind, LedgerKind> = {
  service: 'fee',
  cancellation: 'fee',
  correction: 'correction',
  dispute: 'dispute_fee',
}

/** What the platform earns and pays, from the ledger, the latest first. */
export async function findFees(
  kysely: Kysely<Tables>,
  { before, limit, ...filters }: FeeFilters & PageAt,
): Promise<Found<FeeRow>> {
  const { kind } = filters
  const conditions = [
    sql<boolean>`l.mode = 'live'`,
    ...(kind === undefined ? [] : [isBookedAs(kind), sql<boolean>`${kindOf} = ${kind}`]),
    ...ofJob(filters, sql`l.job_id`),
    ...within(filters, { at, cents: sql`l.amount_cents` }),
    ...(before === undefined ? [] : [isBefore(before, at, id)]),
  ]
  const tail = sql`${newest} limit ${limit + 1}`
  // The job is read only where its status tells the kind.
  const withJob = kind === undefined ? sql`` : sql`left join job on job.id = l.job_id`
  const branch = (side: 'debit' | 'credit', account: string) => sql`(
    select l.* from ledger_transfer l ${withJob}
    where ${sql.ref(`l.${side}`)} = ${account} and ${all(conditions)} ${tail})`
  const { rows } = await sql<FeeRow>`
    with page as (select l.* from (
      ${branch('credit', platformFees)} union all ${branch('debit', platformFees)}
      union all ${branch('credit', platformDisputeFees)} union all ${branch('debit', platformDisputeFees)}) l ${tail})
    select ${placeOf(at, id)} as place, l.id as "rowId", ${kindOf} as kind, l.at,
      case when l.credit in (${platformFees}, ${platformDisputeFees}) then l.amount_cents
        else -l.amount_cents end as "earnedCents",
      l.payment_id as "paymentId", ${jobColumns}
    from page l ${jobJoins(sql`l.job_id`)} ${newest}`.execute(kysely)
  return pageOf(rows, limit)
}
