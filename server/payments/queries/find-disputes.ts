import { type Kysely, sql } from 'kysely'
import type { DisputeKind, DisputeState } from '#contract/admin/money/disputes.ts'
import { instantOf, microsecondsOf } from '../../db/place.ts'
import type { Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
import { isBlockingDispute } from '../blocking-disputes.ts'
import {
  all,
  type Condition,
  type JobColumns,
  jobColumns,
  jobJoins,
  type MoneyFilters,
  ofJob,
  type Planned,
  planned,
  within,
} from './conditions.ts'

type DisputeFilters = MoneyFilters & {
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
  { before, limit, ...given }: DisputeFilters & Paging,
): Promise<Page<DisputeRow>> {
  const filters = await planned(kysely, given)
  const find = async (most: number) => {
    const { rows } = await sql<DisputeRow>`
      select ${microsecondsOf('dispute.opened_at')} || '~' || dispute.processor || '~' || dispute.reference as place,
        dispute.reference, dispute.processor, dispute.kind, ${stateOf} as state, dispute.status,
        dispute.reason as cause, ${isBlockingDispute} as blocks, dispute.amount_cents as "amountCents",
        dispute.withdrawn_cents as "withdrawnCents", dispute.fee_cents as "feeCents",
        dispute.payment_id as "paymentId", dispute.respond_by as "respondBy", dispute.opened_at as "openedAt",
        dispute.closed_at as "closedAt", dispute.released_at as "releasedAt",
        dispute.release_reason as "releaseReason", ${jobColumns}
      from dispute left join payment p on p.id = dispute.payment_id ${jobJoins(sql`p.job_id`)}
      where ${all([sql<boolean>`true`, ...conditionsOf(filters), ...(before === undefined ? [] : [isBefore(before)])])}
      ${newest} limit ${most}`.execute(kysely)
    return rows
  }
  return readPage({ limit }, find, ({ place }) => place)
}

const stateOf = sql<DisputeState>`case when dispute.closed_at is null then 'open' else 'closed' end`

function conditionsOf(filters: Planned<DisputeFilters>): Condition[] {
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

/** `dray dispute list`: disputes and fraud warnings, the newest first; `job_id` is null for a top-up. */
export async function listDisputes(kysely: Kysely<Tables>, { openOnly }: { openOnly: boolean }) {
  return kysely
    .selectFrom('dispute')
    .leftJoin('payment', 'payment.id', 'dispute.payment_id')
    .select([
      'dispute.processor',
      'dispute.reference',
      'dispute.kind',
      'dispute.status',
      'dispute.reason',
      'dispute.amount_cents',
    ])
    .select(['withdrawn_cents', 'fee_cents', 'payment_id', 'payment.job_id', 'respond_by'])
    .select(['opened_at', 'closed_at', 'released_at', 'release_reason'])
    .$if(openOnly, (query) => query.where('closed_at', 'is', null))
    .orderBy('opened_at', 'desc')
    .orderBy('dispute.reference')
    .execute()
}

/** Number of open disputes, for `/metrics`. */
export async function countOpenDisputes(kysely: Kysely<Tables>): Promise<number> {
  const { count } = await kysely
    .selectFrom('dispute')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
