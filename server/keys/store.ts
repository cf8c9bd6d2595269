import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { type KeyMode, maxWorkingValues, type PersonLanguage } from '#contract/vocabulary.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { isInList } from '../db/kept-plan.ts'
import { smsLanguageSql } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'

/** A secret with its key record and partner, as currently stored. */
export type SecretRow = {
  hash: Buffer
  key_id: string
  partner_id: string
  mode: KeyMode
  rate_limit_per_minute: number
  company_name: string
  sms_language: PersonLanguage | null
  revoked: boolean
  replaced: boolean
  expired: boolean
  suspended: boolean
}

/** Hot path: one named prepared statement for all hashes requested in the same tick. */
export async function findSecrets(pool: pg.Pool, hashes: readonly Buffer[]): Promise<SecretRow[]> {
  const { rows } = await pool.query<SecretRow>({
    name: 'find-secrets',
    text: `select s.hash, k.id as key_id, k.partner_id, k.mode, k.rate_limit_per_minute, p.company_name, ${smsLanguageSql('p')} as sms_language,
             k.revoked_at is not null as revoked, coalesce(s.replaced_at <= now(), false) as replaced,
             coalesce(k.expires_at <= now(), false) as expired, p.suspended_at is not null as suspended
           from api_key_secret s join api_key k on k.id = s.key_id join partner p on p.id = k.partner_id
           where ${isInList('s.hash', '$1', 'bytea')}`,
    values: [hashes],
  })
  return rows
}

export type NewKey = {
  id: string
  partnerId: string
  mode: KeyMode
  rateLimitPerMinute: number
  label?: string | null | undefined
  expiresAt?: Date | null | undefined
}
export type NewSecret = { hash: Buffer; prefix: string; lastFour: string }

/** A single statement, so it is atomic both on its own and inside a transaction. */
export async function insertKey(kysely: Kysely<Tables>, key: NewKey, secret: NewSecret): Promise<void> {
  const row = {
    id: key.id,
    partner_id: key.partnerId,
    mode: key.mode,
    rate_limit_per_minute: key.rateLimitPerMinute,
    label: key.label ?? null,
    expires_at: key.expiresAt ?? null,
  }
  await insertSecret(
    kysely.with('new_key', (db) => db.insertInto('api_key').values(row)),
    key.id,
    secret,
  )
}

/** A value that a rotation ended. */
export type EndedValue = { prefix: string; last_four: string; last_used_at: Date | null }

export type Replacement = {
  keyId: string
  secret: NewSecret
  overlapSeconds: number
  /** The last four characters of the values that the caller expects to end to keep the limit. */
  endsExpected?: readonly string[] | undefined
}

/**
 * Adds a new secret, valid immediately. Older secrets end after the overlap, or at their earlier expiry. With more than
 * three valid secrets, the oldest end immediately.
 *
 * @returns the values ended by this rotation; `false` when they differ from the caller's list; null when the key does
 *   not exist or is revoked.
 */
export async function replaceSecret(
  kysely: Kysely<Tables>,
  { keyId, secret, overlapSeconds, endsExpected }: Replacement,
): Promise<EndedValue[] | false | null> {
  return inTransaction(kysely, async (trx) => {
    const locked = await trx
      .selectFrom('api_key')
      .select('id')
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!locked) return null
    const working = await findWorkingSecrets(trx, keyId)
    const overLimit = working.slice(maxWorkingValues - 1)
    const asExpected =
      [...(endsExpected ?? [])].sort().join() ===
      overLimit
        .map((v) => v.last_four)
        .sort()
        .join()
    if (endsExpected && overlapSeconds > 0 && !asExpected) return false
    const ending = overlapSeconds > 0 ? overLimit : working
    const at = await insertSecret(trx, keyId, secret)
    await endSecrets(trx, {
      hashes: working.map(({ hash }) => hash),
      at: new Date(at.getTime() + overlapSeconds * 1_000),
    })
    await endSecrets(trx, { hashes: ending.map(({ hash }) => hash), at })
    return ending.map(({ prefix, last_four, last_used_at }) => ({ prefix, last_four, last_used_at }))
  })
}

/** The valid values, newest first. Only under the lock of the key. */
const findWorkingSecrets = (trx: Transaction<Tables>, keyId: string) =>
  trx
    .selectFrom('api_key_secret')
    .select(['hash', 'prefix', 'last_four', 'last_used_at'])
    .where('key_id', '=', keyId)
    .where(isWorking)
    .orderBy('created_at', 'desc')
    .execute()

/** The clock instead of `now()`, because this transaction may have begun before the previous holder of the lock. */
const isWorking = sql<boolean>`coalesce(replaced_at > clock_timestamp(), true)`

/** Ends values at an instant, or earlier if they were due to end earlier. */
const endSecrets = (trx: Transaction<Tables>, { hashes, at }: { hashes: Buffer[]; at: Date }) =>
  trx
    .updateTable('api_key_secret')
    .set({ replaced_at: sql`least(replaced_at, ${at})` })
    .where(sql<boolean>`hash = any(${hashes})`)
    .execute()

/** @returns false when the key is already revoked or does not exist. */
export async function markRevoked(kysely: Kysely<Tables>, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('api_key')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts the keys that are neither revoked nor expired. */
export async function countLiveKeys(kysely: Kysely<Tables>): Promise<number> {
  const { count } = await kysely
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .executeTakeFirstOrThrow()
  return count
}

export async function keyExists(kysely: Kysely<Tables>, keyId: string): Promise<boolean> {
  return (await findKeyMode(kysely, keyId)) !== null
}

/** The settings that `key update` can change. */
export type KeySettings = {
  rate_limit_per_minute: number
  label: string | null
  expires_at: Date | null
}

/**
 * Locks the row until the transaction ends, but not against the foreign keys of new jobs. Returns null if the key does
 * not exist or is revoked.
 */
export async function lockKeySettings(trx: Transaction<Tables>, keyId: string): Promise<KeySettings | null> {
  const row = await trx
    .selectFrom('api_key')
    .select(['rate_limit_per_minute', 'label', 'expires_at'])
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function setKeySettings(
  trx: Transaction<Tables>,
  keyId: string,
  settings: Partial<KeySettings>,
): Promise<void> {
  await trx.updateTable('api_key').set(settings).where('id', '=', keyId).execute()
}

export async function findKeyMode(kysely: Kysely<Tables>, keyId: string): Promise<KeyMode | null> {
  const row = await kysely.selectFrom('api_key').select('mode').where('id', '=', keyId).executeTakeFirst()
  return row?.mode ?? null
}

/** Ends replaced values that still work. Returns how many; 0 also if the key does not exist or is revoked. */
export async function endReplacedSecrets(trx: Transaction<Tables>, keyId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('api_key_secret')
    .set({ replaced_at: sql`now()` })
    .where('key_id', '=', keyId)
    .where('replaced_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Records the last use of values and their keys. Ignores an older time from a slow node. */
export async function markUsed(pool: pg.Pool, uses: { hashes: Buffer[]; at: Date[] }): Promise<void> {
  await pool.query(
    `with used as (
       update api_key_secret s set last_used_at = greatest(s.last_used_at, u.at)
       from unnest($1::bytea[], $2::timestamptz[]) as u (hash, at) where s.hash = u.hash
       returning s.key_id, s.last_used_at)
     update api_key k set last_used_at = greatest(k.last_used_at, u.at)
     from (select key_id, max(last_used_at) as at from used group by key_id) u where k.id = u.key_id`,
    [uses.hashes, uses.at],
  )
}

/** The clock orders the values of concurrent rotations as their locks did. @returns its instant. */
async function insertSecret(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  keyId: string,
  { hash, prefix, lastFour }: NewSecret,
): Promise<Date> {
  const row = { hash, key_id: keyId, prefix, last_four: lastFour, created_at: sql<Date>`clock_timestamp()` }
  const inserted = await db
    .insertInto('api_key_secret')
    .values(row)
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return inserted.created_at
}
