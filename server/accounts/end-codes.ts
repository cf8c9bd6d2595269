import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Ends every sign-in code that could still be used, and deletes the texts of codes. An SMS that is being sent right
 * now is left to its sender.
 *
 * @returns the number of codes that were ended; their users request a new code.
 */
export async function endWaitingCodes(trx: Kysely<Tables>): Promise<number> {
  // Also challenges without a code: if they went on, a check would show that a cap had kept the code back.
  const { rows } = await sql<{ isCode: boolean }>`
    update phone_challenge set expires_at = now() where used_at is null and expires_at > now()
    returning code_hash is not null as "isCode"`.execute(trx)
  await sql`
    update sms set sealed_body = null, last_error = case status when 'due' then 'secret key replaced' else last_error end,
      status = case status when 'due' then 'failed' else status end
    where sealed_body is not null and status <> 'running'`.execute(trx)
  return rows.filter(({ isCode }) => isCode).length
}
