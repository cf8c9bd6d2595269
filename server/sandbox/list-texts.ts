import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { shownStatus } from '../sms/shown-status.ts'

/** The newest texts about the jobs of a test key, or about one job, the newest first. */
export function listTexts(
  kysely: Kysely<Tables>,
  { keyId, jobId }: { keyId: string; jobId?: string | undefined },
) {
  return kysely
    .selectFrom('sms')
    .innerJoin('job', 'job.id', 'sms.job_id')
    .select(['sms.job_id as jobId', 'to_phone as to', 'kind', 'body', 'sms.created_at as createdAt'])
    .select([shownStatus.as('status'), 'job.aged_ms as agedMs'])
    .select(sql<string | null>`substring(body from 'https?://[^[:space:]]+')`.as('link'))
    .where('job.key_id', '=', keyId)
    .where('job.mode', '=', 'test')
    .$if(jobId !== undefined, (query) => query.where('job.id', '=', jobId ?? ''))
    .orderBy('sms.created_at', 'desc')
    .orderBy('sms.id', 'desc')
    .limit(100)
    .execute()
}
