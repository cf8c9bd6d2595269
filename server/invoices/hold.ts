import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether pages of real money wait, because a restore has lost which numbers were given (`continue.ts`). */
export const isHeld = async (kysely: Kysely<Tables>): Promise<boolean> => (await readHold(kysely)) !== null

/** @returns the instant of the restored backup, while pages wait. */
export async function readHold(kysely: Kysely<Tables>): Promise<{ backupOf: Date } | null> {
  const { rows } = await sql<{ backupOf: Date }>`
    select backup_of as "backupOf" from invoice_hold`.execute(kysely)
  return rows[0] ?? null
}
