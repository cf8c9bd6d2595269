import { type Kysely, sql } from 'kysely'
import { isUnfinished } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'

type Db = Kysely<Tables>

/** Processors make the first charge of a new account available after 7 to 14 days, later charges after 2 to 7. */
const balanceWait = '14 days'
/** Banks confirm a refund within 5 to 10 working days. */
const refundWait = '14 days'

/**
 * Effects that need a person: failed, or unsettled for long. Excludes effects that wait for a customer or a carrier's
 * payout account; effects that wait for the processor count only after the longest normal wait.
 */
const failing = sql`
  from payment_effect effect
  where effect.payment_id = payment.id and payment.status <> 'action_required'
    and ${isUnfinished('effect.status')} and effect.due_at < 'infinity'
    and case effect.waits_for
      when 'balance' then effect.created_at < now() - interval '${sql.raw(balanceWait)}'
      when 'refund' then effect.created_at < now() - interval '${sql.raw(refundWait)}'
      else effect.last_error is not null or effect.created_at < now() - interval '2 minutes' end`

const isFailing = sql<boolean>`exists (select ${failing})`

/** The last charge of an amount owed was refused: it is not retried automatically (`dray job charge`). */
const isOwed = sql<boolean>`payment.status = 'refused' and exists (
  select from job where job.id = payment.job_id
    and ((job.status = 'accepted' and job.delivered_at is not null)
      or (job.status = 'cancelled' and job.cancellation_fee_cents > 0)))
  and not exists (
    select from payment other where other.job_id = payment.job_id
      and (other.created_at > payment.created_at or other.status = 'captured'))`

/** Held, or captured and not paid out, because a person has to review the job first. */
const isBlocked = sql<boolean>`(payment.status = 'held' or (payment.status = 'captured' and payment.refunded_cents = 0
    and exists (select from payment_effect e where e.payment_id = payment.id and e.kind = 'transfer' and e.status = 'due')))
  and exists (select from job where job.id = payment.job_id and job.delivered_at is not null)
  and exists (select from money_block b where b.job_id = payment.job_id and b.lifted_at is null)`

const blockedBy = sql<string>`(select 'blocked by ' || string_agg(replace(b.cause, '_', ' '), ' and ' order by b.cause)
  from money_block b where b.job_id = payment.job_id and b.lifted_at is null)`

const isStuck = sql<boolean>`((${isFailing}) or (${isOwed}) or (${isBlocked}))`

/** The oldest failing effect and its error, or that the job is still owed or blocked. Null without an error. */
const trouble = sql<string | null>`coalesce(
  (select effect.kind || ': ' || coalesce(effect.last_error, 'no answer yet') ${failing}
   order by effect.created_at limit 1),
  case when ${isOwed} then 'the job is still owed' when ${isBlocked} then ${blockedBy} end)`

const shown = [
  'id',
  'purpose',
  'status',
  'source',
  'processor',
  'mode',
  'amount_cents',
  'captured_cents',
  'refunded_cents',
  'refusal',
  'job_id',
  'created_at',
] as const

/** `dray payment list`: newest first; with `stuckOnly` only the payments that need a person. */
export async function listPayments(kysely: Db, { most, stuckOnly }: { most: number; stuckOnly: boolean }) {
  return kysely
    .selectFrom('payment')
    .select(shown)
    .select([isStuck.as('stuck'), trouble.as('trouble')])
    .$if(stuckOnly, (query) => query.where(isStuck))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/**
 * `dray payment show`: one payment with its effects and its ledger entries, oldest first; null for an unknown payment.
 */
export async function showPayment(kysely: Db, id: string) {
  const payment = await kysely
    .selectFrom('payment')
    .select(shown)
    .select(['account_id', 'reference', 'abandon_at', 'held_at', 'hold_expires_at', 'updated_at'])
    .select([isStuck.as('stuck'), trouble.as('trouble')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const effects = await kysely
    .selectFrom('payment_effect')
    .select(['id', 'kind', 'status', 'amount_cents', 'carrier_id', 'attempts', 'in_doubt', 'due_at'])
    .select(['waits_for', 'last_error', 'key_number', 'origin', 'settled_by', 'source_payment_id'])
    .select(['reference', 'created_at', 'settled_at'])
    .where('payment_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const ledger = await kysely
    .selectFrom('ledger_transfer')
    .select(['at', 'kind', 'debit', 'credit', 'amount_cents', 'effect_id'])
    .where('payment_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return { ...payment, effects, ledger }
}
