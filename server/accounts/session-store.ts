import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { CarrierStatus, PersonLanguage } from '#contract/vocabulary.ts'
import { languageSql } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashSessionToken, isSessionToken, newSessionToken } from '../lib/session-token.ts'

export type SessionKind = Tables['session']['kind']

/** A valid session with its account and permissions. */
export type SessionRow = {
  session_id: string
  kind: SessionKind
  account_id: string
  phone: string
  name: string | null
  language: PersonLanguage
  suspended: boolean
  carrier_status: CarrierStatus | null
  /** Its last use was recorded more than five minutes ago. */
  stale: boolean
}

/**
 * Runs on every request of the app, so it is a single named prepared statement. Null when the session has ended or
 * expired.
 */
async function findSession(pool: pg.Pool, tokenHash: Buffer): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-session',
    text: `select s.id as session_id, s.kind, s.account_id, a.phone, a.name, ${languageSql('a')} as language,
             a.suspended_at is not null as suspended, c.status as carrier_status,
             s.last_seen_at < now() - interval '5 minutes' as stale
           from session s join account a on a.id = s.account_id left join carrier c on c.account_id = a.id
           where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

/**
 * Records the use of a session; concurrent requests write once. A session ends a year after its sign-in however often
 * it is used, because a stolen token must not live forever.
 */
async function touchSession(
  pool: pg.Pool,
  { sessionId, days }: { sessionId: string; days: number },
): Promise<void> {
  await pool.query(
    `update session set last_seen_at = now(),
       expires_at = least(now() + make_interval(days => $2), created_at + interval '365 days')
     where id = $1 and last_seen_at < now() - interval '5 minutes' and ended_at is null`,
    [sessionId, days],
  )
}

type NewSession = {
  id: string
  accountId: string
  tokenHash: Buffer
  kind: SessionKind
  device: string
  days: number
}

async function insertSession(kysely: Kysely<Tables>, session: NewSession): Promise<void> {
  const { id, accountId, tokenHash, kind, device, days } = session
  await kysely
    .insertInto('session')
    .values({
      id,
      account_id: accountId,
      token_hash: tokenHash,
      kind,
      device,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
}

/** Sessions that have not ended, the last used first. */
export function listSessions(kysely: Kysely<Tables>, accountId: string) {
  return kysely
    .selectFrom('session')
    .select(['id', 'device', 'kind', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends a session; if it has ended already, its time stays. @returns false when the account has no such session. */
export async function endSession(
  kysely: Kysely<Tables>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('session')
    .set({ ended_at: sql`coalesce(ended_at, now())` })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the session of a token, also while the account is suspended. */
export async function endSessionOf(kysely: Kysely<Tables>, tokenHash: Buffer): Promise<void> {
  await kysely
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of an account except `sessionId`. */
export async function endOtherSessions(
  kysely: Kysely<Tables>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  await kysely
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Days until an unused session expires. Every use extends it, up to a year after the sign-in (`session-store.ts`).
 */
export const sessionDays: Record<SessionKind, number> = { web: 90, native: 365 }

/** Signs a device in. @returns the token, which is returned only here; the database stores its hash. */
export async function startSession(
  kysely: Kysely<Tables>,
  { accountId, kind, device }: { accountId: string; kind: SessionKind; device: string },
): Promise<string> {
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  await insertSession(kysely, { id: newId(), accountId, tokenHash, kind, device, days: sessionDays[kind] })
  return token
}

/** The session of this token; null when it is unknown, ended or expired. Read from the database on every request. */
export async function readSession(pool: pg.Pool, token: string): Promise<SessionRow | null> {
  return isSessionToken(token) ? findSession(pool, hashSessionToken(token)) : null
}

/** Records the use of a session, at most every five minutes, and extends it. */
export async function renewSession(pool: pg.Pool, { session_id, kind }: SessionRow): Promise<void> {
  await touchSession(pool, { sessionId: session_id, days: sessionDays[kind] })
}
