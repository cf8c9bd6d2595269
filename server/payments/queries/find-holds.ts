import { type Kysely, sql } from 'kysely'
import type { HoldState, PaymentSource } from '#contract/admin/money/holds.ts'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
import {
  all,
  type JobColumns,
  jobColumns,
  jobJoins,
  type MoneyFilters,
  ofJob,
  planned,
  within,
} from './conditions.ts'

export type HoldFilters = MoneyFilters & {
  state?: HoldState | undefined
  source?: PaymentSource | undefined
  processor?: string | undefined
}

export type HoldRow = JobColumns & {
  place: string
  paymentId: string
  state: HoldState
  source: PaymentSource
  processor: string
  amountCents: number
  heldAt: Date
  endsAt: Date | null
  renewals: number
  customerId: string
  customerName: string | null
}

/** Written like the condition of the index `payment_holding_since`. */
export const isHolding = sql<boolean>`(p.status in ('held', 'capturing', 'releasing') and p.held_at is not null)`

const order = { at: 'p.held_at', id: 'p.id' }
const at = sql.ref(order.at)

/** Live money that is held, the latest hold first. */
export async function findHolds(
  kysely: Kysely<Tables>,
  { before, limit, ...given }: HoldFilters & Paging,
): Promise<Page<HoldRow>> {
  const filters = await planned(kysely, given)
  const { state, source, processor } = filters
  const conditions = [
    isHolding,
    sql<boolean>`p.mode = 'live'`,
    ...(state === undefined ? [] : [sql<boolean>`p.status = ${state}`]),
    ...(source === undefined ? [] : [sql<boolean>`p.source = ${source}`]),
    ...(processor === undefined ? [] : [sql<boolean>`p.processor = ${processor}`]),
    ...ofJob(filters, sql`p.job_id`),
    ...within(filters, { at, cents: sql`p.amount_cents` }),
    ...(before === undefined ? [] : [isBeyond(order, before)]),
  ]
  const find = async (most: number) => {
    const { rows } = await sql<HoldRow>`
      with page as (
        select p.* from payment p where ${all(conditions)} order by p.held_at desc, p.id desc limit ${most}
      )
      select ${placeIn(order)} as place, p.id as "paymentId", p.status as state, p.source, p.processor,
        p.amount_cents as "amountCents", p.held_at as "heldAt", p.hold_expires_at as "endsAt", ${renewals} as renewals,
        customer.id as "customerId", customer.name as "customerName", ${jobColumns}
      from page p join account customer on customer.id = p.account_id ${jobJoins(sql`p.job_id`)}
      order by p.held_at desc, p.id desc`.execute(kysely)
    return rows
  }
  return readPage({ limit }, find, ({ place }) => place)
}

const renewals = sql`(select count(*)::integer from payment r where r.job_id = p.job_id and r.purpose = 'renewal'
  and r.held_at is not null and r.held_at <= p.held_at)`
