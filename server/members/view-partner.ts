import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashSessionToken, newSessionToken } from '../lib/session-token.ts'
import { notViewing } from './refusals.ts'
import { endMemberSession, lockMemberSession, type MemberSession } from './session-store.ts'

/*
 * A member of the operator's staff sees the pages of a partner with the rights of a viewer. The session belongs to the
 * member of staff, so it ends with their access, and names the partner and the panel session that started it.
 */

type Needs = { kysely: Kysely<Tables> }

export type Viewing = { sessionId: string; token: string; expiresAt: Date }

const lifeHours = 1

type Start = { session: MemberSession; partnerId: string; device: string; by: By }

/**
 * Starts to view a partner; ends an earlier view of the same panel session. Returns null for an unknown partner.
 *
 * @throws Problem `signed_out`.
 */
export function startViewing(
  { kysely }: Needs,
  { session, partnerId, device, by }: Start,
): Promise<Viewing | null> {
  return kysely.transaction().execute(async (trx) => {
    await lockMemberSession(trx, session, { fresh: false })
    const [sessionId, token] = [newId(), newSessionToken()]
    // No fresh proof: a viewer never needs one.
    const { rows } = await sql<{ expires_at: Date }>`
      insert into member_session (id, member_id, token_hash, device, viewed_partner_id, opened_by, stepped_up_at, expires_at)
      select ${sessionId}, m.id, ${hashSessionToken(token)}, ${device}, p.id, ${session.sessionId}, to_timestamp(0),
        now() + make_interval(hours => ${lifeHours})
      from member m, partner p
      where m.id = ${session.memberId} and m.partner_id is null and m.role <> 'viewer' and p.id = ${partnerId}
      returning expires_at`.execute(trx)
    if (!rows[0]) return null
    await sql`update member_session set ended_at = now()
      where opened_by = ${session.sessionId} and id <> ${sessionId} and ended_at is null`.execute(trx)
    await recordAudit(trx, { ...by, act: 'partner.view', targets: [{ type: 'partner', id: partnerId }] })
    return { sessionId, token, expiresAt: rows[0].expires_at }
  })
}

/** Ends a view. @throws Problem `wrong_state` when the session is one of the partner. */
export function endViewing(
  { kysely }: Needs,
  { session, by }: { session: MemberSession; by: By },
): Promise<void> {
  const { memberId, sessionId, partnerId, viewing } = session
  if (!viewing || partnerId === null) throw notViewing
  return kysely.transaction().execute(async (trx) => {
    const state = await endMemberSession(trx, { memberId, sessionId })
    if (!state?.ended) return
    await recordAudit(trx, { ...by, act: 'partner.end_view', targets: [{ type: 'partner', id: partnerId }] })
  })
}
