import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/vocabulary.ts'
import { type AuditChanges, recordAudit } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { hashSessionToken } from '../lib/session-token.ts'
import { byMember, type Visit } from './by-member.ts'
import { deletePasskey } from './passkey-store.ts'
import { lastWayIn, noPassword } from './refusals.ts'
import { replaceRecoveryCodes } from './second-factor.ts'
import {
  endMemberSession,
  endMemberSessions,
  lockMemberSession,
  type MemberSession,
} from './session-store.ts'

/* Changes of a member's own data, each in one transaction with its audit event. */

type Needs = { kysely: Kysely<Tables> }
type Own = { session: MemberSession; visit: Visit }

/** The name is personal data, so the audit log only says that it changed. */
export function changeMe(
  { kysely }: Needs,
  { session, visit, name, language }: Own & { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  const { memberId } = session
  const changes: AuditChanges = {
    ...(name !== undefined && name !== session.name && { name: { from: null, to: null } }),
    ...(language !== undefined &&
      language !== session.language && { language: { from: session.language, to: language } }),
  }
  return kysely.transaction().execute(async (trx) => {
    if (Object.keys(changes).length === 0) return
    await trx
      .updateTable('member')
      .set({ ...(name !== undefined && { name }), ...(language !== undefined && { language }) })
      .where('id', '=', memberId)
      .execute()
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.update',
      targets: target(memberId),
      changes,
    })
  })
}

const target = (memberId: string) => [{ type: 'member' as const, id: memberId }]

/**
 * Returns false when the member has no such passkey.
 *
 * @throws Problem `last_way_in`, `signed_out`, `step_up_required`.
 */
export function removePasskey(
  { kysely }: Needs,
  { session, visit, passkeyId }: Own & { passkeyId: string },
): Promise<boolean> {
  const { memberId } = session
  return kysely.transaction().execute(async (trx) => {
    await lockMemberSession(trx, session, { fresh: true })
    if (!(await deletePasskey(trx, { memberId, passkeyId }))) return false
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from member_passkey where member_id = ${memberId})
        or exists (select from member_password where member_id = ${memberId}) as left`.execute(trx)
    if (!rows[0]?.left) throw lastWayIn
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.remove_passkey',
      targets: target(memberId),
    })
    return true
  })
}

/** @throws Problem `wrong_state` without a password, `signed_out`, `step_up_required`. */
export function newRecoveryCodes({ kysely }: Needs, { session, visit }: Own): Promise<string[]> {
  const { memberId } = session
  return kysely.transaction().execute(async (trx) => {
    await lockMemberSession(trx, session, { fresh: true })
    const password = await trx
      .selectFrom('member_password')
      .select('member_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!password) throw noPassword
    const codes = await replaceRecoveryCodes(trx, memberId)
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.new_recovery_codes',
      targets: target(memberId),
    })
    return codes
  })
}

/** Returns false when the member has no such session. */
export function endOwnSession(
  { kysely }: Needs,
  { session, visit, sessionId }: Own & { sessionId: string },
): Promise<boolean> {
  const { memberId } = session
  return kysely.transaction().execute(async (trx) => {
    const state = await endMemberSession(trx, { memberId, sessionId })
    if (state?.ended)
      await recordAudit(trx, {
        ...byMember(session, visit),
        act: 'member.end_session',
        targets: target(memberId),
      })
    return state !== null
  })
}

export function endOtherSessions({ kysely }: Needs, { session, visit }: Own): Promise<void> {
  const { memberId, sessionId: except } = session
  return kysely.transaction().execute(async (trx) => {
    const ended = await endMemberSessions(trx, { memberId, except })
    if (ended === 0) return
    const changes = { sessions: { from: ended, to: 0 } }
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.end_other_sessions',
      targets: target(memberId),
      changes,
    })
  })
}

/** Ends the session of a token, also while the member is suspended. */
export function signOutMember(
  { kysely }: Needs,
  { token, visit }: { token: string; visit: Visit },
): Promise<void> {
  const hash = hashSessionToken(token)
  return inTransaction(kysely, async (trx) => {
    const ended = await trx
      .updateTable('member_session')
      .set({ ended_at: sql`now()` })
      .from('member as m')
      .whereRef('m.id', '=', 'member_session.member_id')
      .where(
        sql<boolean>`(token_hash = ${hash} or (previous_token_hash = ${hash} and previous_until > now()))`,
      )
      .where('ended_at', 'is', null)
      .returning(['m.id as memberId', 'm.partner_id as partnerId', 'm.name', 'm.role'])
      .executeTakeFirst()
    if (!ended) return
    await recordAudit(trx, {
      ...byMember(ended, visit),
      act: 'member.sign_out',
      targets: target(ended.memberId),
    })
  })
}
