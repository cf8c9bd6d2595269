import type pg from 'pg'

const batch = 1_000

/**
 * Deletes old data of member sign-ins: challenges after their end, attempts and ended sessions after a day, refused
 * proofs (which the audit log keeps) after 30 days, invitations a day or two after their end.
 */
export async function forgetMemberSignIns(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (const [table, isOver] of over) {
    let deleted: number
    do {
      const statement = `delete from ${table} where id = any(array(
        select id from ${table} where ${isOver} limit $1 for update skip locked))`
      deleted = (await pool.query(statement, [batch])).rowCount ?? 0
    } while (deleted === batch && !signal?.aborted)
    if (signal?.aborted) return
  }
}

const over: [table: string, isOver: string][] = [
  ['member_challenge', 'expires_at <= now()'],
  ['member_guess', `at < now() - interval '24 hours'`],
  ['member_session', `ended_at < now() - interval '24 hours' or expires_at <= now()`],
  ['member_refusal', `last_at < now() - interval '30 days' and recorded > 0`],
  ['member_invitation', `expires_at < now() - interval '48 hours'`],
]
