import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import type { Duration } from '../../texts/duration.ts'

type Trx = Transaction<Tables>

/*
 * Caps per account in the last 24 hours. Thieves test stolen cards with many setups and small charges, for which the
 * processor blames the platform. Customers need a few; the caps are not settings, because no installation needs more.
 */
const maxSetups = 20
const maxRefused = 20

/** Timeout of an attempt without an outcome: `abandonAfterSeconds` of `effects/apply.ts`. */
const undecidedSeconds = 15 * 60

/**
 * Runs in the transaction that inserts the setup, after `lockCardAttempts`.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManySetups(trx: Trx, accountId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds
    from card_setup where account_id = ${accountId} and created_at > now() - interval '24 hours'
    order by created_at desc offset ${maxSetups - 1} limit 1`.execute(trx)
  if (rows[0]) throw tooManySetups(rows[0].seconds)
}

/**
 * Runs in the transaction that inserts a customer's payment by card, after `lockCardAttempts`. Attempts without an
 * outcome count as refused: otherwise many concurrent ones could all be refused. Renewals are not the customer's act.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManyRefusals(trx: Trx, accountId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number; undecided: boolean }>`
    select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds,
      status in ('authorizing', 'action_required') as undecided
    from payment where account_id = ${accountId} and created_at > now() - interval '24 hours'
      and source = 'card' and purpose in ('publish', 'top_up', 'tip') and held_at is null and status <> 'captured'
    order by created_at desc limit ${maxRefused}`.execute(trx)
  const oldest = rows[maxRefused - 1]
  if (!oldest) return
  const isUndecided = rows.some(({ undecided }) => undecided)
  throw tooManyRefusals(isUndecided ? Math.min(oldest.seconds, undecidedSeconds) : oldest.seconds)
}

/** Serializes the card attempts of an account until the transaction ends, so each count sees all earlier ones. */
export async function lockCardAttempts(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card-attempts:${accountId}`}, 0))`.execute(trx)
}

const tooManySetups = (seconds: number) =>
  new Problem('rate_limit_exceeded', (t) => t.payments.tooManySetups(waitOf(seconds)), {
    retryAfterSeconds: seconds,
  })

const tooManyRefusals = (seconds: number) =>
  new Problem('rate_limit_exceeded', (t) => t.payments.tooManyRefusals(waitOf(seconds)), {
    retryAfterSeconds: seconds,
  })

/** Rounded up, to avoid a retry that is too early. */
function waitOf(seconds: number): Duration {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? { count: minutes, unit: 'minute' } : { count: Math.ceil(minutes / 60), unit: 'hour' }
}
