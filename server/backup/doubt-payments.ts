import type { ClientBase } from 'pg'
import { unfinishedSql } from '../db/leased-rows.ts'

/**
 * Marks processor calls that were unsettled at the time of the backup as in doubt, because they may have been made
 * since. Each of them then asks the processor what has happened before it does anything.
 *
 * @returns the number of these calls.
 */
export async function doubtPayments(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update payment_effect set in_doubt = true, status = 'due', claim_id = null,
       due_at = case status when 'running' then now() else due_at end
     where ${unfinishedSql('status')}`,
  )
  return rowCount ?? 0
}
