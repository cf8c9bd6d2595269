import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** What the texts of a job say, by their ids, as long as they are kept; codes are left out. */
export async function readSentTexts(kysely: Kysely<Tables>, jobId: string): Promise<Map<string, string>> {
  const rows = await kysely
    .selectFrom('sms')
    .select(['id', 'body'])
    .where('job_id', '=', jobId)
    .where('kind', '<>', 'code')
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}
