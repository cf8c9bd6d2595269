import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { shownStatus } from '../sms/shown-status.ts'

/**
 * The newest texts about the jobs of a test key, or about one job, the newest first. The code of a real sign-in has no job, so none is
 * among them.
 */
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
    .select(sql<string | null>`case kind when 'code' then substring(body from '[0-9]{6}$') end`.as('code'))
    .where('job.key_id', '=', keyId)
    .where('job.mode', '=', 'test')
    .$if(jobId !== undefined, (query) => query.where('job.id', '=', jobId ?? ''))
    .orderBy('sms.created_at', 'desc')
    .orderBy('sms.id', 'desc')
    .limit(100)
    .execute()
}
