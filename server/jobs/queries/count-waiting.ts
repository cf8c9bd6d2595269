import type pg from 'pg'
import { unfinishedSql } from '../../db/leased-rows.ts'

/** Number of rows waiting for the background tasks, for `/metrics`. */
export async function countWaiting(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ sms: number; expired_drafts: number; orphan_photos: number }>(
    `select (select count(*) from sms where ${unfinishedSql('status')}) as sms,
       (select count(*) from job where status = 'draft' and expires_at <= now()) as expired_drafts,
       (select count(*) from photo where job_id is null and document_id is null) as orphan_photos`,
  )
  return rows[0] ?? {}
}
