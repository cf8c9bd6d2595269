import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Language, MemberRole } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashSessionToken, isSessionToken, newSessionToken } from '../lib/session-token.ts'
import { signedOut, stepUpRequired } from './refusals.ts'
import type { Surface } from './surface.ts'

/** Idle timeout of a session, and its maximum age. */
const idleHours = 12
export const sessionDays = 14

/** How long a proof of identity is fresh. */
export const stepUpMinutes = 10

/** A valid session with its member. */
export type MemberSession = {
  sessionId: string
  memberId: string
  /** The partner of the member, or the partner whose pages a member of staff views; null in the operator's panel. */
  partnerId: string | null
  name: string
  role: MemberRole
  language: Language
  suspended: boolean
  partnerSuspended: boolean
  /** A member of staff views the pages of the partner (`view-partner.ts`). */
  viewing: boolean
  /** The member has proved their identity within the last ten minutes. */
  isFresh: boolean
  /** Its last use was recorded more than five minutes ago. */
  stale: boolean
}

/** SQL: whether the member may still view a partner's pages, and the panel session that began it has not ended. */
const mayGoOnViewing = `(m.role <> 'viewer' and exists (select from member_session opener
  where opener.id = s.opened_by and opener.ended_at is null and opener.expires_at > now()))`

/** How long requests with the token from before a fresh proof are accepted. */
const previousSeconds = 60

/** SQL: the session of a token. With the token from before a fresh proof, the proof does not count. */
const sessionOfToken = `select *, true as is_current from member_session where token_hash = $1
  union all
  select *, false from member_session where previous_token_hash = $1 and previous_until > now()`

/** Null when the token is unknown, ended, expired or of the other surface. Read from the database on every request. */
export async function readMemberSession(
  pool: pg.Pool,
  { token, surface }: { token: string; surface: Surface },
): Promise<MemberSession | null> {
  if (!isSessionToken(token)) return null
  const { rows } = await pool.query<MemberSession>({
    name: 'find-member-session',
    text: `select s.id as "sessionId", m.id as "memberId", p.id as "partnerId", m.name, m.language,
             case when s.viewed_partner_id is null then m.role else 'viewer' end as role,
             m.suspended_at is not null as suspended, p.suspended_at is not null as "partnerSuspended",
             s.viewed_partner_id is not null as viewing,
             s.is_current and s.stepped_up_at > now() - make_interval(mins => ${stepUpMinutes}) as "isFresh",
             s.last_seen_at < now() - interval '5 minutes' or m.last_seen_at is null as stale
           from (${sessionOfToken}) s join member m on m.id = s.member_id
             left join partner p on p.id = coalesce(s.viewed_partner_id, m.partner_id)
           where s.ended_at is null and s.expires_at > now() and (p.id is null) = $2
             and (s.viewed_partner_id is null or ${mayGoOnViewing})`,
    values: [hashSessionToken(token), surface === 'admin'],
  })
  return rows[0] ?? null
}

/**
 * Records the use of a session and of its member, and extends the session, unless it views a partner; concurrent
 * requests cause one write.
 */
export async function touchMemberSession(pool: pg.Pool, sessionId: string): Promise<void> {
  await pool.query(
    // Locks the member first, in the order of `lockMemberSession`.
    `with seen as (
       update member set last_seen_at = now()
       where id = (select member_id from member_session where id = $1 and ended_at is null) returning id
     )
     update member_session set last_seen_at = now(), expires_at = case when viewed_partner_id is null
       then least(now() + make_interval(hours => ${idleHours}), created_at + make_interval(days => ${sessionDays}))
       else expires_at end
     from seen where member_session.id = $1 and ended_at is null and member_id = seen.id`,
    [sessionId],
  )
}

/** Signs a member in. @returns the token, which is returned only here; the database stores its hash. */
export async function startMemberSession(
  trx: Kysely<Tables>,
  { memberId, device }: { memberId: string; device: string },
): Promise<{ sessionId: string; token: string }> {
  const [sessionId, token] = [newId(), newSessionToken()]
  await trx
    .insertInto('member_session')
    .values({
      id: sessionId,
      member_id: memberId,
      token_hash: hashSessionToken(token),
      device,
      expires_at: sql<Date>`now() + make_interval(hours => ${idleHours})`,
    })
    .execute()
  return { sessionId, token }
}

/**
 * Locks the member and then the session, until the transaction ends. `fresh` requires a fresh proof.
 *
 * @throws Problem `signed_out` when the session has ended or the member is suspended, `step_up_required`.
 */
export async function lockMemberSession(
  trx: Kysely<Tables>,
  { memberId, sessionId }: Pick<MemberSession, 'memberId' | 'sessionId'>,
  { fresh }: { fresh: boolean },
): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const session = await trx
    .selectFrom('member_session')
    .select(
      sql<boolean>`stepped_up_at > clock_timestamp() - make_interval(mins => ${stepUpMinutes})`.as('isFresh'),
    )
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!member || !session) throw signedOut
  if (fresh && !session.isFresh) throw stepUpRequired
}

/**
 * Records a fresh proof and gives the session a new token, so a stolen old token does not get the rights of the proof.
 * Returns the new token; null when the session has ended.
 */
export async function stepUp(trx: Kysely<Tables>, sessionId: string): Promise<string | null> {
  const token = newSessionToken()
  const { numUpdatedRows } = await trx
    .updateTable('member_session')
    .set({
      stepped_up_at: sql`now()`,
      previous_token_hash: sql`token_hash`,
      previous_until: sql`now() + make_interval(secs => ${previousSeconds})`,
      token_hash: hashSessionToken(token),
    })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : null
}

/** Sessions that have not ended, without views of a partner; the last used first. */
export const listMemberSessions = (kysely: Kysely<Tables>, memberId: string) =>
  kysely
    .selectFrom('member_session')
    .select(['id', 'device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('viewed_partner_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** Ends a session; if it has ended already, its time stays. Returns null when the member has no such session. */
export async function endMemberSession(
  trx: Kysely<Tables>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<{ ended: boolean } | null> {
  const row = await trx
    .selectFrom('member_session')
    .select('ended_at')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  if (row.ended_at) return { ended: false }
  await trx.updateTable('member_session').set({ ended_at: sql`now()` }).where('id', '=', sessionId).execute()
  return { ended: true }
}

/** Ends the sessions of a member, all of them or all but one. @returns how many. */
export async function endMemberSessions(
  trx: Kysely<Tables>,
  { memberId, except }: { memberId: string; except?: string },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('member_session')
    .set({ ended_at: sql`now()` })
    .where('member_id', '=', memberId)
    .$if(except !== undefined, (all) => all.where('id', '<>', except ?? ''))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
