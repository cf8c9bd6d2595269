import { type Kysely, sql } from 'kysely'
import type { DayFigure } from '../../db/json-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { ledgerAccount } from '../ledger/entries.ts'

export type ComparedDay = { processor: string; from: Date; to: Date }

/**
 * Counts and sums of the captures, refunds and transfers of a day, in our books and in the temporary table
 * `processor_item` of this connection. An item in our books counts for the day of its booking, because lists have the
 * time of a hold and not of its capture; any other counts for the day on which it was made.
 */
export async function readDayFigures(db: Kysely<Tables>, day: ComparedDay): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    with ours as (${capturesOfOurs(day)} union all ${movesOfOurs(day)}),
      theirs as (${capturesOfTheirs(day)} union all ${movesOfTheirs(day)}),
      our as (select kind, count(*)::integer as count, sum(cents)::bigint as cents from ours group by 1),
      their as (select kind, count(*)::integer as count, sum(cents)::bigint as cents from theirs group by 1)
    select kind, coalesce(our.count, 0) as our_count, coalesce(our.cents, 0) as our_cents,
      coalesce(their.count, 0) as their_count, coalesce(their.cents, 0) as their_cents
    from unnest(array['capture', 'refund', 'transfer']) as kind
    left join our using (kind) left join their using (kind)`.execute(db)
  return rows
}

const inDay = (at: ReturnType<typeof sql>, { from, to }: ComparedDay) =>
  sql`(${at} >= ${from} and ${at} < ${to})`

const capturesOfOurs = (day: ComparedDay) => sql`
  select 'capture' as kind, l.amount_cents as cents
  from ledger_transfer l join payment p on p.id = l.payment_id
  where l.kind = 'capture' and l.debit <> ${ledgerAccount.platformOutside} and ${inDay(sql`l.at`, day)}
    and p.processor = ${day.processor} and p.source = 'card'`

/** A refund that failed later is left out on both sides. */
const movesOfOurs = (day: ComparedDay) => sql`
  select e.kind, l.amount_cents from ledger_transfer l
  join payment_effect e on e.id = l.effect_id join payment p on p.id = e.payment_id
  where l.kind in ('refund', 'transfer') and ${inDay(sql`l.at`, day)}
    and e.kind = l.kind and e.status = 'done' and e.origin <> 'outside' and ${inDay(sql`e.settled_at`, day)}
    and p.processor = ${day.processor} and (e.kind = 'transfer' or p.source = 'card')`

const capturesOfTheirs = (day: ComparedDay) => sql`
  select 'capture' as kind, t.captured_cents as cents
  from processor_item t
  left join payment p on p.processor = ${day.processor} and p.reference = t.reference
  left join lateral (
    select l.at from ledger_transfer l where l.credit = 'captured:' || p.id and l.kind = 'capture'
    order by l.at limit 1) booked on true
  where t.kind = 'hold' and t.status = 'captured' and (p.id is not null or t.payment_id is not null)
    and ${inDay(sql`coalesce(booked.at, t.created_at)`, day)}`

const movesOfTheirs = (day: ComparedDay) => sql`
  select t.kind, t.amount_cents from processor_item t
  left join lateral (
    select e.* from payment_effect e where e.kind = t.kind and e.reference = t.reference limit 1) e on true
  where t.kind in ('refund', 'transfer') and t.status = 'done'
    and (e.id is not null or t.effect_id is not null or exists (select from payment where reference = t.belongs_to)
      or exists (select from payout_account where reference = t.belongs_to))
    and ${inDay(sql`coalesce(e.settled_at, t.created_at)`, day)}`
