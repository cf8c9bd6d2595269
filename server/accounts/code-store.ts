import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { languageColumns, languageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { type NewSms, smsInsertion } from '../sms/store.ts'
import { type CodesSent, type KeptBack, ownLimits } from './code-caps.ts'

type Db = Kysely<Tables>

/** The subjects that a code is counted by: the recipient's number and the client's address. */
export type CodeSubject = { phone: string; neighbourhood: string; country: string; clientAddress: string }

/**
 * Serializes requests for one number, from one address or to one neighbourhood until the transaction ends. Takes the
 * locks in the order of their keys, which avoids deadlocks.
 */
export async function lockSubject(db: Db, subject: CodeSubject): Promise<void> {
  const { phone, neighbourhood, clientAddress } = subject
  const names = [`code:number:${phone}`, `code:hundred:${neighbourhood}`, `code:address:${clientAddress}`]
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys`.execute(
    db,
  )
}

/** SQL: the limits of the number allowed the code; it was sent, unless a cap withheld it. */
const allowed = sql<boolean>`coalesce(kept_back <> all (${[...ownLimits]}::text[]), true)`

/**
 * Counts the codes that were sent. Runs as a separate statement after the locks, so it sees what earlier transactions
 * committed. For a country only a few unused codes of each address count, so it takes many addresses to stop a country.
 */
export async function countSent(db: Db, subject: CodeSubject): Promise<CodesSent> {
  const { phone, neighbourhood, country, clientAddress } = subject
  const { rows } = await sql<CodesSent>`
    with of_number as (
      select extract(epoch from now() - created_at)::float8 as "ageSeconds",
        client_address = ${clientAddress} as "isOwn", proof is not null as "hasProof"
      from phone_challenge
      where ${allowed} and phone = ${phone} and created_at > now() - interval '24 hours'
    ), to_country as (
      select count(*) as sent, count(used_at) as used,
        least(count(*) filter (where used_at is null and created_at < now() - interval '3 minutes'),
          ${maxUnusedPerAddress}) as unused
      from phone_challenge
      where kept_back is null and country = ${country} and created_at > now() - interval '1 hour'
      group by client_address
    ), last_hour as not materialized (
      select * from phone_challenge where kept_back is null and created_at > now() - interval '1 hour'
    )
    select
      (select coalesce(json_agg(of_number), '[]') from of_number) as "ofNumber",
      (select count(*) from last_hour where client_address = ${clientAddress}) as "perAddress",
      (select count(*) from last_hour where neighbourhood = ${neighbourhood}) as "perNeighbourhood",
      (select coalesce(sum(sent), 0)::int8 from to_country) as "perCountry",
      (select count(*) from last_hour) as "all",
      (select coalesce(sum(used + unused), 0)::int8 from to_country) as "ripeInCountry",
      (select coalesce(sum(used), 0)::int8 from to_country) as "usedInCountry",
      exists (select 1 from code_stop where country = ${country} and until > now()) as "countryStopped",
      exists (select 1 from account where phone = ${phone} and sandbox_key_id is null) or exists (
        select 1 from job where customer_phone = ${phone} and status = 'draft' and expires_at > now()
      ) as "known"`.execute(db)
  return rows[0] as CodesSent
}

/** A challenge that can still be checked. If a cap withheld its code, no code is right, and no response shows it. */
type LiveChallenge = { id: string; expires_at: Date }

/** The newest challenge of this number that this client address got and that can still be checked. */
export async function findLive(
  db: Db,
  { phone, clientAddress }: Pick<CodeSubject, 'phone' | 'clientAddress'>,
): Promise<LiveChallenge | undefined> {
  return db
    .selectFrom('phone_challenge')
    .select(['id', 'expires_at'])
    .where('phone', '=', phone)
    .where('client_address', '=', clientAddress)
    .where(allowed)
    .where('used_at', 'is', null)
    .where('checks', '<', maxChecks)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Proof that the caller gave besides the number. */
export type CodeProof = 'draft' | 'device'

/** Whether this is the link of a job for the number. Only the number's SMS and the partner know the link. */
export async function isLinkOf(
  db: Db,
  { shortId, phone }: { shortId: string; phone: string },
): Promise<boolean> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('short_id', '=', shortId)
    .where('customer_phone', '=', phone)
    .where((is) => is.or([is('status', '<>', 'draft'), is('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  return job !== undefined
}

type NewChallenge = CodeSubject & {
  id: string
  language: PersonLanguage
  proof: CodeProof | null
  outcome: { codeHash: Buffer; sms: NewSms } | { keptBack: KeptBack }
}

/**
 * Inserts a challenge, and the SMS of its code if it is sent: one statement in both cases, so they take the same time.
 */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<Date> {
  const { id, phone, neighbourhood, country, clientAddress, language, proof, outcome } = challenge
  const writer = 'sms' in outcome ? db.with('text', (texts) => smsInsertion(texts, outcome.sms)) : db
  const { expires_at } = await writer
    .insertInto('phone_challenge')
    .values({
      id,
      phone,
      neighbourhood,
      country,
      client_address: clientAddress,
      ...languageColumns(language),
      proof,
      code_hash: 'codeHash' in outcome ? outcome.codeHash : null,
      kept_back: 'keptBack' in outcome ? outcome.keptBack : null,
      expires_at: sql<Date>`now() + make_interval(secs => ${codeLifeSeconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/**
 * A sign-in ends every other challenge of the number, also one without a code: otherwise a check would tell them apart.
 * A new code ends no challenge, because anyone could then end the codes of others.
 */
export async function endOtherCodes(db: Db, { phone, id }: { phone: string; id: string }): Promise<void> {
  await db
    .updateTable('phone_challenge')
    .set({ expires_at: sql`now()` })
    .where('phone', '=', phone)
    .where('id', '<>', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/**
 * @returns false when the country is stopped already, so only one of several concurrent requests tells the operator.
 */
export async function stopCountry(
  db: Db,
  { country, minutes }: { country: string; minutes: number },
): Promise<boolean> {
  const until = sql<Date>`now() + make_interval(mins => ${minutes})`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('code_stop')
    .values({ country, until })
    .onConflict((conflict) =>
      conflict
        .column('country')
        .doUpdateSet({ until, created_at: sql`now()` })
        .where('code_stop.until', '<=', sql<Date>`now()`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type CountedCheck = { codeHash: Buffer | null; country: string; language: PersonLanguage }

/**
 * Counts a check before the comparison, in one guarded statement: of any number of concurrent checks, five are allowed.
 *
 * @returns null when no code can be checked: unknown, another number's, used, expired, or five checks done.
 */
export async function countCheck(
  db: Db,
  { id, phone }: { id: string; phone: string },
): Promise<CountedCheck | null> {
  const row = await db
    .updateTable('phone_challenge')
    .set({ checks: sql`checks + 1` })
    .where('id', '=', id)
    .where('phone', '=', phone)
    .where('checks', '<', maxChecks)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['code_hash as codeHash', 'country', languageIn('phone_challenge').as('language')])
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when a concurrent request with the right code was first. */
export async function useCode(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('phone_challenge')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const codeLifeSeconds = 600
const maxUnusedPerAddress = 5
const maxChecks = 5

/**
 * Ends every sign-in code that could still be used, and deletes the texts of codes. An SMS that is being sent right
 * now is left to its sender.
 *
 * @returns the number of codes that were ended; their users request a new code.
 */
export async function endWaitingCodes(trx: Kysely<Tables>): Promise<number> {
  // Also challenges without a code: if they went on, a check would show that a cap had withheld the code.
  const { rows } = await sql<{ isCode: boolean }>`
    update phone_challenge set expires_at = now() where used_at is null and expires_at > now()
    returning code_hash is not null as "isCode"`.execute(trx)
  await sql`
    update sms set sealed_body = null, last_error = case status when 'due' then 'secret key replaced' else last_error end,
      status = case status when 'due' then 'failed' else status end
    where sealed_body is not null and status <> 'running'`.execute(trx)
  return rows.filter(({ isCode }) => isCode).length
}

type CodeIdentity = { challengeId: string; phone: string; code: string }

/**
 * Hash of a code, which is what we store: useless without the pepper, for another challenge or for another number.
 */
export type CodeHasher = (identity: CodeIdentity) => Buffer

/** @param pepper derived from the secret key, which is not in the database. */
export const createCodeHasher =
  (pepper: Buffer): CodeHasher =>
  ({ challengeId, phone, code }) =>
    createHmac('sha256', pepper).update(`sign-in\0${challengeId}\0${phone}\0${code}`).digest()

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
