import type { ClientBase } from 'pg'
import { unfinishedSql } from '../db/leased-rows.ts'

/**
 * Marks processor calls that were unsettled at the time of the backup as in doubt, because they may have been made
 * since. Each of them then asks the processor what has happened before it does anything.
 *
 * @returns the number of these calls; 0 for a backup from before payments existed.
 */
export async function doubtPayments(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('payment_effect') is not null as exists`,
  )
  if (!rows[0]?.exists) return 0
  const { rowCount } = await client.query(
    `update payment_effect set in_doubt = true, status = 'due', claim_id = null,
       due_at = case status when 'running' then now() else due_at end
     where ${unfinishedSql('status')}`,
  )
  return rowCount ?? 0
}
