import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import {
  findSession,
  insertSession,
  type SessionKind,
  type SessionRow,
  touchSession,
} from './session-store.ts'
import { hashSessionToken, isSessionToken, newSessionToken } from './session-token.ts'

/** How long a session lives unused; every use moves its end, up to the absolute end a year after the sign-in (`session-store.ts`). */
export const sessionDays: Record<SessionKind, number> = { web: 90, native: 365 }

/** Signs a device in. @returns the token, which is shown once and stored nowhere. */
export async function startSession(
  kysely: Kysely<Tables>,
  { accountId, kind, device }: { accountId: string; kind: SessionKind; device: string },
): Promise<string> {
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  await insertSession(kysely, { id: newId(), accountId, tokenHash, kind, device, days: sessionDays[kind] })
  return token
}

/** Who holds this token; null when it is no session, has ended or has expired. Asked anew on every call. */
export async function readSession(pool: pg.Pool, token: string): Promise<SessionRow | null> {
  return isSessionToken(token) ? findSession(pool, hashSessionToken(token)) : null
}

/** Notes the use of a session whose last note is some minutes old, and moves its end. */
export async function renewSession(pool: pg.Pool, { session_id, kind }: SessionRow): Promise<void> {
  await touchSession(pool, { sessionId: session_id, days: sessionDays[kind] })
}
