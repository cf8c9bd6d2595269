import type { ClientBase } from 'pg'

/**
 * Calls to the processor that were not settled when the backup was made may have been made since. They count as in doubt, so
 * that each looks at the processor for what it may have done before it does anything.
 *
 * @returns how many there are; none in a backup from before there were payments.
 */
export async function doubtPayments(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('payment_effect') is not null as exists`,
  )
  if (!rows[0]?.exists) return 0
  const { rowCount } = await client.query(
    `update payment_effect set in_doubt = true, status = 'due', claim_id = null,
       due_at = case status when 'running' then now() else due_at end
     where status in ('due', 'running')`,
  )
  return rowCount ?? 0
}
