import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EffectFilterState, EffectState } from '#contract/admin/money/effects.ts'
import type { PaymentSource } from '#contract/admin/money/holds.ts'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { EffectKind, Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
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
  rowsOfAmount,
  within,
} from './conditions.ts'

export type EffectFilters = MoneyFilters & {
  kind?: EffectKind | undefined
  state?: EffectFilterState | undefined
  processor?: string | undefined
  carrierId?: string | undefined
}

export type EffectRow = JobColumns & {
  place: string
  effectId: string
  kind: EffectKind
  state: EffectState
  byHand: boolean
  settledBy: string | null
  amountCents: number
  paymentId: string
  processor: string
  source: PaymentSource
  attempts: number
  lastError: string | null
  nextTryAt: Date | null
  createdAt: Date
  settledAt: Date | null
  carrierId: string | null
  carrierName: string | null
}

/** Written like the condition of the index `payment_effect_open`. */
export const isOpen = sql<boolean>`e.status in ('due', 'running')`

/** The state of a row of `payment_effect` (`e`) for display; `p` is its payment. */
export const effectState = sql<EffectState>`case
  when e.status <> 'due' then e.status
  when e.due_at = 'infinity' then case when exists (
    select from money_block b where b.job_id = p.job_id and b.lifted_at is null) then 'blocked'
    else 'waits_for_account' end
  when e.waits_for is not null then 'waits_for_processor'
  when e.last_error is not null then 'failing'
  else 'due' end`

const order = { at: 'e.created_at', id: 'e.id' }
const at = sql.ref(order.at)
const newest = sql`order by e.created_at desc, e.id desc`

const kinds: EffectKind[] = ['authorize', 'capture', 'void', 'refund', 'transfer']

/** Requests to the processor for live money, latest first. */
export async function findEffects(
  kysely: Kysely<Tables>,
  { before, limit, ...given }: EffectFilters & Paging,
): Promise<Page<EffectRow>> {
  const { processor } = given
  const hasFew = processor !== undefined && (await hasFewPayments(kysely, processor))
  const filters = { ...(await planned(kysely, given)), hasFewPayments: hasFew }
  const conditions = [
    ...conditionsOf(filters),
    ...within(filters, { at, cents: sql`e.amount_cents` }),
    ...(before === undefined ? [] : [isBeyond(order, before)]),
  ]
  const sourceOf = (kind: EffectKind | null) =>
    rowsOfAmount(kysely, filters, {
      table: 'payment_effect',
      isNarrow: areFew(filters),
      conditions: kind === null ? [] : [sql<boolean>`kind = ${sql.lit(kind)}`],
    })
  const sources = await Promise.all(kindsOf(filters).map(sourceOf))
  const find = async (most: number) => {
    const tail = sql`${newest} limit ${most}`
    return select(
      kysely,
      sql`select e.* from (${branches(filters, { sources, conditions, tail })}) e ${tail}`,
    )
  }
  return readPage({ limit }, find, ({ place }) => place)
}

/** One request to the processor, as in the list. @throws for an unknown id. */
export async function readEffect(kysely: Kysely<Tables>, effectId: string): Promise<EffectRow> {
  const [effect] = await select(kysely, sql`select e.* from payment_effect e where e.id = ${effectId}`)
  if (!effect) throw new Error('there is no such call to the processor')
  return effect
}

/** @param page rows of `payment_effect`. */
async function select(kysely: Kysely<Tables>, page: RawBuilder<unknown>): Promise<EffectRow[]> {
  const { rows } = await sql<EffectRow>`
    with page as (${page})
    select ${placeIn(order)} as place, e.id as "effectId", e.kind, ${effectState} as state,
      e.origin = 'processor' as "byHand", e.settled_by as "settledBy", e.amount_cents as "amountCents",
      p.id as "paymentId", p.processor, p.source, e.attempts, e.last_error as "lastError",
      case when e.status = 'due' and e.due_at < 'infinity' then e.due_at end as "nextTryAt",
      e.created_at as "createdAt", e.settled_at as "settledAt", carrier.id as "carrierId",
      carrier.name as "carrierName", ${jobColumns}
    from page e join payment p on p.id = e.payment_id left join account carrier on carrier.id = e.carrier_id
      ${jobJoins(sql`p.job_id`)}
    ${newest}`.execute(kysely)
  return rows
}

type PlannedEffects = Planned<EffectFilters> & { hasFewPayments: boolean }

const areFew = ({ jobId, carrierId, hasFewJobs, hasFewPayments: hasFew }: PlannedEffects): boolean =>
  jobId !== undefined || carrierId !== undefined || hasFewJobs || hasFew

/**
 * One branch per kind, because the indexes begin with it; with a job, a carrier, a few jobs or a few payments, which
 * have few effects, one branch for all kinds (null).
 */
function kindsOf(filters: PlannedEffects): (EffectKind | null)[] {
  if (filters.kind !== undefined) return [filters.kind]
  return areFew(filters) ? [null] : kinds
}

/** `sources`: of each kind. */
type Branches = { sources: RawBuilder<unknown>[]; conditions: Condition[]; tail: RawBuilder<unknown> }

const branches = (filters: PlannedEffects, { sources, conditions, tail }: Branches) =>
  sql.join(
    kindsOf(filters).map((kind, index) => {
      const ofKind = kind === null ? [] : [sql<boolean>`e.kind = ${sql.lit(kind)}`]
      return sql`(
        select e.* from ${sources[index]} e join payment p on p.id = e.payment_id
        where ${all([...ofKind, ...conditions])} ${tail})`
    }),
    sql` union all `,
  )

function conditionsOf(filters: PlannedEffects): Condition[] {
  const { state, processor, carrierId } = filters
  return [
    sql<boolean>`p.mode = 'live'`,
    ...(state === undefined ? [] : isInState(state)),
    ...(processor === undefined ? [] : ofProcessor(processor, filters.hasFewPayments)),
    ...(carrierId === undefined ? [] : [sql<boolean>`e.carrier_id = ${carrierId}`]),
    ...ofJob(filters, sql`p.job_id`),
  ]
}

/** Few payments are an array, for which the planner uses the index of the column. */
const ofProcessor = (processor: string, areFewPayments: boolean): Condition[] => [
  sql<boolean>`p.processor = ${processor}`,
  ...(areFewPayments ? [sql<boolean>`e.payment_id = any(array(${paymentsOf(processor)}))`] : []),
]

/** The first condition is that of an index, if one exists. */
function isInState(state: EffectFilterState): Condition[] {
  if (state === 'done') return [sql<boolean>`e.status = 'done'`]
  if (state === 'open') return [isOpen]
  if (state === 'refused') return [sql<boolean>`e.status = 'refused'`]
  return [isOpen, sql<boolean>`${effectState} = ${state}`]
}

/** Limit of a processor's payments: up to it, starting with them is cheaper than with the rows of a time. */
const maxCounted = 10_000

/** Counts up to the limit: a replaced processor has few payments, and the newest requests do not use it. */
export async function hasFewPayments(kysely: Kysely<Tables>, processor: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${paymentsOf(processor)} limit ${maxCounted + 1}) counted`.execute(kysely)
  return (rows[0]?.count ?? 0) <= maxCounted
}

/** SQL: ids of all payments of a processor. */
export const paymentsOf = (processor: string): RawBuilder<unknown> =>
  sql`select payment.id from payment where payment.processor = ${processor}`
