import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { effectState, isOpen } from './find-effects.ts'
import { isHolding } from './find-holds.ts'

export type Sum = { cents: number; count: number }

export type Money = {
  held: Sum
  toCapture: Sum
  toRefund: Sum
  owedToCarriers: Sum
  waitsForAccount: Sum
  failing: Sum
  wallets: Sum
  disputes: Sum
  today: { from: Date; capturedCents: number; refundedCents: number; paidOutCents: number; feesCents: number }
}

/** Sums of open and today's live payments (a UTC day); uses the partial indexes. */
export async function readMoney(kysely: Kysely<Tables>): Promise<Money> {
  const { rows } = await sql<Money>`
    with open as (
      select e.kind, e.amount_cents, ${effectState} as state
      from payment_effect e join payment p on p.id = e.payment_id
      where ${isOpen} and p.mode = 'live')
    select
      (${sumOf(sql`p.amount_cents`, sql`payment p where ${isHolding} and p.mode = 'live'`)}) as held,
      (${sumOfOpen(sql`kind = 'capture'`)}) as "toCapture",
      (${sumOfOpen(sql`kind = 'refund'`)}) as "toRefund",
      (${sumOfOpen(sql`kind = 'transfer'`)}) as "owedToCarriers",
      (${sumOfOpen(sql`state = 'waits_for_account'`)}) as "waitsForAccount",
      (${sumOfOpen(sql`state = 'failing'`)}) as failing,
      (${sumOf(sql`balance_cents`, sql`wallet where balance_cents > 0`)}) as wallets,
      (${sumOf(sql`amount_cents`, sql`dispute where closed_at is null`)}) as disputes,
      json_build_object('from', ${startOfDay}, 'capturedCents', ${todays('capture')},
        'refundedCents', ${todays('refund')}, 'paidOutCents', ${todays('transfer')},
        'feesCents', ${todays('fee')}) as today`.execute(kysely)
  const [money] = rows
  if (!money) throw new Error('a statement without a row')
  return { ...money, today: { ...money.today, from: new Date(money.today.from) } }
}

/** Written out at each place: the planner cannot estimate a sub-select, and would read the whole ledger. */
const startOfDay = sql`date_trunc('day', now(), 'UTC')`

const sumOf = (cents: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`select json_build_object('cents', coalesce(sum(${cents}), 0)::bigint, 'count', count(*)) from ${from}`

const sumOfOpen = (condition: RawBuilder<unknown>) => sumOf(sql`amount_cents`, sql`open where ${condition}`)

const todays = (kind: string) => sql`(select coalesce(sum(l.amount_cents), 0)::bigint from ledger_transfer l
  where l.kind = ${sql.lit(kind)} and l.at >= ${startOfDay} and l.mode = 'live')`
