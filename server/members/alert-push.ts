import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { byMember, type Visit } from './by-member.ts'
import type { MemberSession } from './session-store.ts'

type Own = { session: MemberSession; visit: Visit }
type Device = { endpoint: string; p256dh: string; auth: string }

export async function getsAlertPushes(kysely: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const device = await kysely
    .selectFrom('member_push')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return device !== undefined
}

/**
 * Stores the subscription of a session in place of its previous one. A browser in which another member signs in gets
 * a new row, so no alert that waits for the member before reaches it.
 */
export function subscribeToAlerts(
  { kysely }: { kysely: Kysely<Tables> },
  { session, visit, endpoint, p256dh, auth }: Own & Device,
): Promise<void> {
  const { memberId, sessionId } = session
  return kysely.transaction().execute(async (trx) => {
    // Two requests of one browser, such as a double click, run one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('dray alerts ' || ${endpoint}, 0))`.execute(trx)
    const { numUpdatedRows } = await trx
      .updateTable('member_push')
      .set({ p256dh, auth })
      .where('endpoint', '=', endpoint)
      .where('session_id', '=', sessionId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    await sql`delete from member_push where endpoint = ${endpoint} or session_id = ${sessionId}`.execute(trx)
    await trx
      .insertInto('member_push')
      .values({ id: newId(), member_id: memberId, session_id: sessionId, endpoint, p256dh, auth })
      .execute()
    await record(trx, { session, visit }, true)
  })
}

export function unsubscribeFromAlerts(
  { kysely }: { kysely: Kysely<Tables> },
  { session, visit }: Own,
): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('member_push')
      .where('session_id', '=', session.sessionId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await record(trx, { session, visit }, false)
  })
}

const record = (trx: Transaction<Tables>, { session, visit }: Own, on: boolean) =>
  recordAudit(trx, {
    ...byMember(session, visit),
    act: 'member.change_alerts',
    targets: [{ type: 'member', id: session.memberId }],
    changes: { browser: { from: !on, to: on } },
  })
