import { hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

/**
 * `known`: from a device of an earlier sign-in as this member. `session`: from within a session. `code`: for a code,
 * after the right password.
 */
export type GuessKind = 'unknown' | 'known' | 'session' | 'token' | 'code'

export type Guess = { kind: GuessKind; about: string; clientAddress: string }

/**
 * Counts an attempt before the check, so of any number of concurrent attempts at most the hourly limit is evaluated.
 * Right attempts are no longer counted (`markRight`). A known device over its limit is like any other.
 *
 * @returns the id of the attempt.
 *
 * @throws Problem `rate_limit_exceeded`; the attempt is then not counted.
 */
export async function takeGuess(kysely: Kysely<Tables>, guess: Guess): Promise<number> {
  const taken = await tryGuess(kysely, guess)
  if ('wait' in taken) throw tooMany(taken.wait)
  return taken.id
}

/** Like `takeGuess`; over the limit it returns the seconds until the next attempt. */
export async function tryGuess(
  kysely: Kysely<Tables>,
  guess: Guess,
): Promise<{ id: number } | { wait: number }> {
  // Before the locks, so a flood of refused attempts does not queue for them.
  const first = await firstFree(kysely, guess)
  if (first.wait > 0) return first
  const { kind: given, about, clientAddress } = guess
  return kysely.transaction().execute(async (trx) => {
    const names = [`guess:${clientAddress}`, ...(given === 'token' ? [] : [`guess:${about}`])]
    await sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys`.execute(
      trx,
    )
    const { kind, wait } = await firstFree(trx, guess)
    if (wait > 0) return { wait }
    return trx
      .insertInto('member_guess')
      .values({
        subject: subjectOf(about),
        client_address: clientAddress,
        known_device: kind !== 'unknown',
        at: sql<Date>`clock_timestamp()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** A right attempt no longer counts. */
export async function markRight(trx: Kysely<Tables>, guessId: number): Promise<void> {
  await trx.updateTable('member_guess').set({ ok: true }).where('id', '=', guessId).execute()
}

const subjectOf = (about: string): Buffer => hash('sha256', about, 'buffer')

const tooMany = (retryAfterSeconds: number): Problem =>
  new Problem('rate_limit_exceeded', (t) => t.requests.tooMany(retryAfterSeconds), { retryAfterSeconds })

/**
 * Limits per hour. A device of an earlier sign-in has ten attempts that others cannot use up. All others share 30 for a
 * name and 30 for an address, of which one address gets ten for one name. Codes also have a daily limit, because six
 * digits can be guessed in some days.
 */
function boundsOf({ kind, about, clientAddress }: Guess): Bound[] {
  const subject = sql`subject = ${subjectOf(about)}`
  const address = sql`client_address = ${clientAddress}`
  if (kind === 'token') return [{ most: 30, which: sql`${subject} and ${address}` }]
  if (kind === 'code') return [{ most: 10, hours: 24, which: subject }]
  const known = { most: 10, which: sql`${subject} and known_device` }
  if (kind === 'session') return [known, { ...known, most: 30, hours: 24 }]
  if (kind === 'known') return [known]
  return [
    { most: 30, which: sql`${subject} and not known_device` },
    { most: 30, which: sql`${address} and not known_device` },
    { most: 10, which: sql`${subject} and ${address} and not known_device` },
  ]
}

type Bound = { most: number; hours?: number; which: RawBuilder<unknown> }

/** The kind under which the attempt can be evaluated soonest, with the seconds until then; 0 for now. */
async function firstFree(db: Kysely<Tables>, guess: Guess): Promise<{ kind: GuessKind; wait: number }> {
  const { kind } = guess
  const wait = await secondsToWait(db, guess)
  if (kind !== 'known' || wait === 0) return { kind, wait }
  const asUnknown = await secondsToWait(db, { ...guess, kind: 'unknown' })
  return { kind: 'unknown', wait: Math.min(wait, asUnknown) }
}

/** Seconds until the next attempt of this kind would be evaluated; 0 for now. */
async function secondsToWait(db: Kysely<Tables>, guess: Guess): Promise<number> {
  const waits = boundsOf(guess).map(
    ({ most, hours = 1, which }) => sql`(
      select ceil(${hours * 3_600} - extract(epoch from clock_timestamp() - at)) from member_guess
      where ${which} and not ok and at > clock_timestamp() - make_interval(hours => ${hours})
      order by at desc offset ${most - 1} limit 1)`,
  )
  const { rows } = await sql<{
    wait: number | null
  }>`select greatest(${sql.join(waits)})::int as wait`.execute(db)
  const wait = rows[0]?.wait ?? 0
  return wait > 0 ? wait : 0
}
