import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

const perHour = (fallback: number) => Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback })

/** Caps of what people may look up in the app: each price can cost two calls of a geocoder and one of a router. */
export const lookUpsEnv = Type.Object({
  PRICES_PER_HOUR: perHour(3_000),
  PRICES_PER_HOUR_PER_ADDRESS: perHour(120),
  SUGGESTIONS_PER_HOUR: perHour(30_000),
  SUGGESTIONS_PER_HOUR_PER_ADDRESS: perHour(1_200),
})
export type LookUpCaps = Static<typeof lookUpsEnv>

export type LookUp = 'price' | 'suggestion'

/**
 * Who looks up: the account that is signed in, else the client address (`addressSubject`) with its network
 * (`networkSubject`). Accounts and strangers have separate caps of all, so strangers cannot stop a person who is signed
 * in. The cap of all accounts is much higher, because each account costs a code, but it bounds what the engines cost.
 */
export type Asker = { accountId: string } | { clientAddress: string; network: string | null }

/** A holder of a /48 has 65,536 networks of one address each: together they get this many times the cap of one. */
const addressesPerNetwork = 5

/** All accounts together get this many times the cap of all strangers. */
const accountsPerStrangers = 10

/**
 * Counts a look-up.
 *
 * @throws Problem `rate_limit_exceeded` when a cap is reached.
 * @throws when the database fails: what cannot be counted is refused.
 */
export type CountLookUp = (kind: LookUp, asker: Asker) => Promise<void>

type Needs = {
  kysely: Kysely<Tables>
  caps: LookUpCaps
  /** Derived from the secret key. Without it, a reader of the table could try all client addresses. */
  hashKey: Buffer
}

/** Counts in PostgreSQL, so the caps hold on all nodes together and do not depend on Redis. */
export function createLookUpCounter({ kysely, caps, hashKey }: Needs): CountLookUp {
  const subjectOf = (kind: LookUp, asker: string) =>
    createHmac('sha256', hashKey).update(`${kind} ${asker}`).digest()
  const capsOf = {
    price: { each: caps.PRICES_PER_HOUR_PER_ADDRESS, all: caps.PRICES_PER_HOUR },
    suggestion: { each: caps.SUGGESTIONS_PER_HOUR_PER_ADDRESS, all: caps.SUGGESTIONS_PER_HOUR },
  }
  return async (kind, asker) => {
    const { each, all } = capsOf[kind]
    const subjects =
      'accountId' in asker
        ? [
            { subject: `account ${asker.accountId}`, cap: each },
            { subject: 'all accounts', cap: all * accountsPerStrangers },
          ]
        : [
            { subject: asker.clientAddress, cap: each },
            ...(asker.network ? [{ subject: asker.network, cap: each * addressesPerNetwork }] : []),
            { subject: 'all', cap: all },
          ]
    const { isCounted, waitSeconds } = await count(
      kysely,
      subjects.map(({ subject, cap }) => ({ subject: subjectOf(kind, subject), cap })),
    )
    if (!isCounted) throw tooMany(waitSeconds, 'accountId' in asker)
  }
}

/** Who is signed in is not told to sign in. */
const tooMany = (retryAfterSeconds: number, isSignedIn: boolean) =>
  new Problem(
    'rate_limit_exceeded',
    ({ addresses: t }) =>
      (isSignedIn ? t.tooManyLookUpsSignedIn : t.tooManyLookUps)(Math.ceil(retryAfterSeconds / 60)),
    { retryAfterSeconds },
  )

type Capped = { subject: Buffer; cap: number }

/**
 * One statement: each count grows only below its cap, and only if the one before it did, from the asker to all. An
 * address that has reached its cap uses up no part of the cap of all.
 */
async function count(kysely: Kysely<Tables>, subjects: Capped[]) {
  const counts = subjects.map(({ subject, cap }, index) => {
    const before = index > 0 ? sql`where exists (select from ${sql.ref(`count_${index - 1}`)})` : sql``
    return sql`${sql.ref(`count_${index}`)} as (
      insert into look_up_count (subject, hour, count) select ${subject}::bytea, ${thisHour}, 1 ${before}
      on conflict (subject, hour) do update set count = look_up_count.count + 1
        where look_up_count.count < ${cap}
      returning hour
    )`
  })
  const { rows } = await sql<{ isCounted: boolean; waitSeconds: number }>`
    with ${sql.join(counts)}
    select exists (select from ${sql.ref(`count_${counts.length - 1}`)}) as "isCounted",
      greatest(1, ceil(extract(epoch from ${thisHour} + interval '1 hour' - now())))::int as "waitSeconds"
  `.execute(kysely)
  return rows[0] as { isCounted: boolean; waitSeconds: number }
}

const thisHour = sql`date_trunc('hour', now(), 'UTC')`

/** Called by the sweeper. @returns how many rows were deleted. */
export async function forgetLookUps(kysely: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('look_up_count')
    .where('hour', '<', sql<Date>`${thisHour}`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
