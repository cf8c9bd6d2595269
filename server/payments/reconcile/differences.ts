import { type Kysely, sql } from 'kysely'
import { isUnfinished } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * A difference between our rows and the processor's list. `reference` is the processor's id; on the side where the
 * item is missing, the fields are null. Contains ids, states and amounts only.
 */
export type ProcessorDifference = {
  check: 'not at the processor' | 'not in the books' | 'differs'
  kind: 'hold' | 'capture' | 'refund' | 'transfer'
  payment_id: string | null
  reference: string | null
  /** When the item was made: by the processor's clock, or by our clock if the processor has no time. */
  at: Date
  ours: string | null
  our_cents: number | null
  theirs: string | null
  their_cents: number | null
}

/**
 * Items made from `since` until before `until` are compared; null leaves that end open. Rows that changed after
 * `startedAt` are not compared. `most` limits the rows of each query.
 */
export type Compared = {
  processor: string
  since: Date | null
  until: Date | null
  startedAt: Date
  most: number
}

/** Compares the temporary table `processor_item` of this connection with our rows, in both directions. */
export async function findDifferences(
  db: Kysely<Tables>,
  compared: Compared,
): Promise<ProcessorDifference[]> {
  const found: ProcessorDifference[] = []
  for (const query of [holdsOfTheirs, holdsOfOurs, movesOfTheirs, movesOfOurs]) {
    const { rows } = await query(compared).execute(db)
    found.push(...rows)
  }
  return found
}

const isInSpan = (at: ReturnType<typeof sql>, { since, until }: Compared) => sql`(
  ${at} >= coalesce(${since}::timestamptz, '-infinity') and ${at} < coalesce(${until}::timestamptz, 'infinity'))`

/** An effect that is running or will be retried resolves the difference, unless it is over a day late. */
const isSettling = sql`${isUnfinished('e.status')} and e.due_at > now() - interval '1 day' and e.due_at < 'infinity'`

const isChanging = (startedAt: Date) => sql`(p.updated_at >= ${startedAt}
  or p.status in ('authorizing', 'action_required', 'capturing', 'releasing')
  or exists (select from payment_effect e where e.payment_id = p.id and e.kind in ('authorize', 'capture', 'void')
    and ${isSettling}))`

/**
 * SQL condition on a stored difference `d`: its item was not compared, because the payment, refund or transfer is
 * changing or has changed since `startedAt`.
 */
export const isChangingDifference = (startedAt: Date) => sql`case
  when d.kind in ('hold', 'capture') then exists (
    select from payment p where p.id = d.payment_id and ${isChanging(startedAt)})
  else exists (
    select from payment_effect e where e.kind = d.kind and (e.payment_id = d.payment_id or e.reference = d.reference)
      and (e.settled_at >= ${startedAt} or (${isSettling}))) end`

/** For a payment that was never held or captured, only money counts: an ended PaymentIntent can have several states. */
const isSameHold = sql`case p.status
  when 'held' then t.status = 'held' and t.amount_cents = p.amount_cents
  when 'captured' then t.status = 'captured' and t.captured_cents = p.captured_cents
  else t.status not in ('held', 'captured') end`

const holdsOfTheirs = (compared: Compared) => {
  const { processor, startedAt, most } = compared
  return sql<ProcessorDifference>`
  select case when p.id is null then 'not in the books' else 'differs' end as check,
    case when t.status = 'captured' then 'capture' else 'hold' end as kind,
    coalesce(p.id, t.payment_id) as payment_id, t.reference, t.created_at as at,
    p.status as ours, case p.status when 'captured' then p.captured_cents else p.amount_cents end as our_cents,
    t.status as theirs, (case t.status when 'captured' then t.captured_cents else t.amount_cents end)::integer as their_cents
  from processor_item t left join lateral (
    select * from payment where processor = ${processor} and source = 'card'
      and (reference = t.reference or (reference is null and id = t.payment_id))
    order by reference nulls last limit 1) p on true
  where t.kind = 'hold' and ${isInSpan(sql`t.created_at`, compared)} and case
    when p.id is null then t.payment_id is not null and t.status in ('held', 'captured')
    when ${isChanging(startedAt)} then false
    else not ${isSameHold} end
  order by t.reference limit ${most}`
}

const holdsOfOurs = (compared: Compared) => {
  const { processor, startedAt, most } = compared
  return sql<ProcessorDifference>`
  select 'not at the processor' as check, case p.status when 'captured' then 'capture' else 'hold' end as kind,
    p.id as payment_id, p.reference, p.created_at as at, p.status as ours,
    case p.status when 'captured' then p.captured_cents else p.amount_cents end as our_cents,
    null as theirs, null as their_cents
  from payment p
  where p.processor = ${processor} and p.source = 'card' and p.status in ('held', 'capturing', 'captured')
    and not (p.reference is null and exists (
      select from payment_effect e where e.payment_id = p.id and e.kind = 'capture' and e.origin = 'outside'))
    and ${isInSpan(sql`p.created_at`, compared)} and p.updated_at < ${startedAt}
    and not exists (select from processor_item t where t.kind = 'hold' and t.reference = p.reference)
  order by p.id limit ${most}`
}

/** Whether Dray made the refund or transfer `t`. */
const isOurs = sql`(t.effect_id is not null
  or exists (select from payment where reference = t.belongs_to)
  or exists (select from payout_account where reference = t.belongs_to))`

const movesOfTheirs = (compared: Compared) => {
  const { processor, startedAt, most } = compared
  return sql<ProcessorDifference>`
  select case when e.id is null or e.reference is distinct from t.reference then 'not in the books' else 'differs' end
      as check,
    t.kind, coalesce(e.payment_id, charge.id) as payment_id, t.reference, t.created_at as at,
    e.status as ours, e.amount_cents as our_cents, t.status as theirs, t.amount_cents::integer as their_cents
  from processor_item t
  left join payment charge on charge.reference = t.belongs_to and charge.processor = ${processor}
  left join lateral (
    select e.* from payment_effect e join payment p on p.id = e.payment_id
    where e.kind = t.kind and p.processor = ${processor} and (e.reference = t.reference or e.id = t.effect_id)
    order by e.reference is not distinct from t.reference desc limit 1) e on true
  where t.kind in ('refund', 'transfer') and ${isInSpan(sql`t.created_at`, compared)} and case
    when e.id is null then ${isOurs} and t.status <> 'ended'
    when e.settled_at >= ${startedAt} or (${isSettling}) then false
    when e.reference is distinct from t.reference then t.status <> 'ended'
    when e.status = 'done' then t.status <> 'done' or t.amount_cents <> e.amount_cents
    else t.status = 'done' end
  order by t.kind, t.reference limit ${most}`
}

const movesOfOurs = (compared: Compared) => {
  const { processor, startedAt, most } = compared
  return sql<ProcessorDifference>`
  select 'not at the processor' as check, e.kind, e.payment_id, e.reference, e.created_at as at, e.status as ours,
    e.amount_cents as our_cents, null as theirs, null as their_cents
  from payment_effect e join payment p on p.id = e.payment_id
  where p.processor = ${processor} and e.status = 'done' and e.origin <> 'outside' and e.settled_at < ${startedAt}
    and (e.kind = 'transfer' or (e.kind = 'refund' and p.source = 'card'))
    and ${isInSpan(sql`e.created_at`, compared)}
    and not exists (select from processor_item t where t.kind = e.kind and t.reference = e.reference)
  order by e.kind, e.id limit ${most}`
}

/** Counts the items without a row that were not made by Dray. */
export async function countElsewhere(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from processor_item t
    where case t.kind
      when 'hold' then t.payment_id is null and not exists (select from payment where reference = t.reference)
      else not ${isOurs} and not exists (select from payment_effect e where e.reference = t.reference) end`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
