import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { roleTooLow, signedOut, stepUpRequired } from './refusals.ts'
import { type MemberSession, stepUpMinutes } from './session-store.ts'

/**
 * For the transaction of an act: reads the session again, because admission read it before the body came, and locks it
 * until the transaction ends. So an end of the session, a suspension or a removal either waits for the act or refuses it.
 *
 * @throws Problem `signed_out`, `role_too_low` when the role has changed, `step_up_required`.
 */
export const confirmSession =
  ({ sessionId, role }: Pick<MemberSession, 'sessionId' | 'role'>, { stepUp }: { stepUp: boolean }) =>
  async (trx: Transaction<Tables>): Promise<void> => {
    const session = await trx
      .selectFrom('member_session as s')
      .innerJoin('member as m', 'm.id', 's.member_id')
      .select(sql<string>`case when s.viewed_partner_id is null then m.role else 'viewer' end`.as('role'))
      .select(
        sql<boolean>`coalesce(s.stepped_up_at > now() - make_interval(mins => ${stepUpMinutes}), false)`.as(
          'isFresh',
        ),
      )
      .where('s.id', '=', sessionId)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', sql<Date>`now()`)
      .where('m.suspended_at', 'is', null)
      .forShare('s')
      .executeTakeFirst()
    if (!session) throw signedOut
    if (session.role !== role) throw roleTooLow
    if (stepUp && !session.isFresh) throw stepUpRequired
  }
