import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashSessionToken, isSessionToken, newSessionToken } from '../lib/session-token.ts'
import {
  findSession,
  insertSession,
  type SessionKind,
  type SessionRow,
  touchSession,
} from './session-store.ts'

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
