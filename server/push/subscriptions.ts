import type { Kysely } from 'kysely'
import type pg from 'pg'
import { isAllowed, urlFault } from '#lib/safe-fetch/url-rules.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'

type NewSubscription = {
  accountId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Stores the subscription of a session and deletes the session's previous subscription. A device of another account is
 * moved to this account; pushes that wait for the other account are not sent to it (`send.ts`).
 */
export async function subscribe(pool: pg.Pool, subscription: NewSubscription): Promise<void> {
  const { accountId, sessionId, endpoint, p256dh, auth } = subscription
  await pool.query(
    `with others as (delete from push_subscription where session_id = $3 and endpoint <> $4)
     insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update set account_id = excluded.account_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth`,
    [newId(), accountId, sessionId, endpoint, p256dh, auth],
  )
}

export async function isSubscribed(kysely: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('push_subscription')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return found !== undefined
}

export async function unsubscribe(kysely: Kysely<Tables>, sessionId: string): Promise<void> {
  await kysely.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

const batch = 5_000

/**
 * Deletes subscriptions of ended sessions, pushes after 7 days, and notices 30 days after they were processed. Notices
 * of jobs nearby are deleted after one day with their pushes: a job has up to 200 of them, and no query reads them
 * again.
 */
export async function forgetOldPushes(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  await pool.query(
    `delete from push_subscription using session where session.id = push_subscription.session_id
       and (session.ended_at is not null or session.expires_at <= now())`,
  )
  const old = [
    `push where created_at < now() - interval '7 days' order by created_at`,
    `notice where kind = 'job_nearby' and told_at < now() - interval '1 day' order by told_at`,
    `notice where told_at < now() - interval '30 days' order by told_at`,
  ]
  for (const rows of old) {
    const table = rows.slice(0, rows.indexOf(' '))
    const statement = `delete from ${table} where id = any(array(select id from ${rows} limit ${batch} for update skip locked))`
    let deleted = batch
    while (deleted === batch && !signal?.aborted) deleted = (await pool.query(statement)).rowCount ?? 0
  }
}

/**
 * Whether the URL of a push endpoint is allowed: https, a public host, no credentials. Makes no DNS query. `allowed`
 * has the `host:port` pairs of `PUSH_ENDPOINTS_ALLOWED`.
 */
export function isPushEndpoint(text: string, allowed: string[]): boolean {
  if (urlFault(text, allowed) !== null) return false
  const url = new URL(text)
  return url.protocol === 'https:' || isAllowed(url, allowed)
}
