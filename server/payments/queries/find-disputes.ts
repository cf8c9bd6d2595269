import { type Kysely, sql } from 'kysely'
import type { DisputeKind, DisputeState } from '#contract/admin/money/disputes.ts'
import type { Tables } from '../../db/tables.ts'
import { isBlockingDispute } from '../blocking-disputes.ts'
import {
  all,
  type Condition,
  type Found,
  instantOf,
  type JobColumns,
  jobColumns,
  jobJoins,
  type MoneyFilters,
  ofJob,
  type PageAt,
  pageOf,
  within,
} from './page.ts'

export type DisputeFilters = MoneyFilters & {
  state?: DisputeState | undefined
  kind?: DisputeKind | undefined
  processor?: string | undefined
}

export type DisputeRow = JobColumns & {
  place: string
  reference: string
  processor: string
  kind: DisputeKind
  state: DisputeState
  status: string
  cause: string
  blocks: boolean
  amountCents: number
  withdrawnCents: number
  feeCents: number
  paymentId: string | null
  respondBy: Date | null
  openedAt: Date
  closedAt: Date | null
  releasedAt: Date | null
  releaseReason: string | null
}

const newest = sql`order by dispute.opened_at desc, dispute.processor desc, dispute.reference desc`

/** Disputes and fraud warnings, the latest first. */
export async function findDisputes(
  kysely: Kysely<Tables>,
  { before, limit, ...filters }: DisputeFilters & PageAt,
): Promise<Found<DisputeRow>> {
  const { rows } = await sql<DisputeRow>`
    select (extract(epoch from dispute.opened_at) * 1000000)::bigint::text || '~' || dispute.processor || '~'
        || dispute.reference as place,
      dispute.reference, dispute.processor, dispute.kind, ${stateOf} as state, dispute.status,
      dispute.reason as cause, ${isBlockingDispute} as blocks, dispute.amount_cents as "amountCents",
      dispute.withdrawn_cents as "withdrawnCents", dispute.fee_cents as "feeCents",
      dispute.payment_id as "paymentId", dispute.respond_by as "respondBy", dispute.opened_at as "openedAt",
      dispute.closed_at as "closedAt", dispute.released_at as "releasedAt",
      dispute.release_reason as "releaseReason", ${jobColumns}
    from dispute left join payment p on p.id = dispute.payment_id ${jobJoins(sql`p.job_id`)}
    where ${all([sql<boolean>`true`, ...conditionsOf(filters), ...(before === undefined ? [] : [isBefore(before)])])}
    ${newest} limit ${limit + 1}`.execute(kysely)
  return pageOf(rows, limit)
}

const stateOf = sql<DisputeState>`case when dispute.closed_at is null then 'open' else 'closed' end`

function conditionsOf(filters: DisputeFilters): Condition[] {
  const { state, kind, processor } = filters
  return [
    ...(state === 'open' ? [sql<boolean>`dispute.closed_at is null`] : []),
    ...(state === 'closed' ? [sql<boolean>`dispute.closed_at is not null`] : []),
    ...(kind === undefined ? [] : [sql<boolean>`dispute.kind = ${kind}`]),
    ...(processor === undefined ? [] : [sql<boolean>`dispute.processor = ${processor}`]),
    ...ofJob(filters, sql`p.job_id`),
    ...within(filters, { at: sql`dispute.opened_at`, cents: sql`dispute.amount_cents` }),
  ]
}

/** @param place microseconds, processor and reference; a reference may have any character. */
function isBefore(place: string): Condition {
  const [microseconds = '', processor = '', ...reference] = place.split('~')
  return sql<boolean>`(dispute.opened_at, dispute.processor, dispute.reference)
    < (${instantOf(microseconds)}, ${processor}, ${reference.join('~')})`
}
