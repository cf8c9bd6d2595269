import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Db = Kysely<Tables>

/** Effects that a look would find in trouble: tried in vain, or long under way; not those that wait for a customer. */
const isStuck = sql<boolean>`payment.status <> 'action_required' and exists (
  select from payment_effect effect
  where effect.payment_id = payment.id and effect.status in ('due', 'running')
    and (effect.last_error is not null or effect.created_at < now() - interval '2 minutes'))`

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

/** `dray payment list`: the newest first; with `stuckOnly` those that a person should look at. */
export async function listPayments(kysely: Db, { most, stuckOnly }: { most: number; stuckOnly: boolean }) {
  return kysely
    .selectFrom('payment')
    .select(shown)
    .select(isStuck.as('stuck'))
    .$if(stuckOnly, (query) => query.where(isStuck))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** `dray payment show`: one payment with its calls and its entries in the ledger, oldest first. */
export async function showPayment(kysely: Db, id: string) {
  const payment = await kysely
    .selectFrom('payment')
    .select(shown)
    .select(['account_id', 'reference', 'abandon_at', 'held_at', 'hold_expires_at', 'updated_at'])
    .select(isStuck.as('stuck'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const effects = await kysely
    .selectFrom('payment_effect')
    .select(['id', 'kind', 'status', 'amount_cents', 'carrier_id', 'attempts', 'in_doubt', 'due_at'])
    .select(['last_error', 'reference', 'created_at', 'settled_at'])
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
