import type { AuditChanges } from '../../server/db/audit.ts'
import type { TestDatabase } from './database.ts'

export type Trail = {
  act: string
  actor_type: string
  actor_id: string | null
  actor_role: string | null
  reason: string | null
  changes: AuditChanges | null
  correlation_id: string | null
}

/** The audit events about a thing, oldest first. */
export async function trailOf({ pool }: Pick<TestDatabase, 'pool'>, id: string): Promise<Trail[]> {
  const { rows } = await pool.query<Trail>(
    `select act, actor_type, actor_id, actor_role, reason, changes, correlation_id from audit_event
     where targets @> $1 order by id`,
    [JSON.stringify([{ id }])],
  )
  return rows
}
