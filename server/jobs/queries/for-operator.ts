import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { shownStatus } from '../../sms/shown-status.ts'
import { findSuccessorId } from '../chain.ts'
import { showDoubts } from '../doubts/read-doubts.ts'
import { readCodeChecks } from '../proof/read-proofs.ts'
import { jobLog } from './job-log.ts'
import { sourcesOf } from './staff/conditions.ts'
import { readTimeline } from './staff/timeline.ts'

/**
 * The newest jobs, also expired drafts. `search` works as in the panel.
 *
 * @throws Problem `validation_error` for an invalid phone in the search.
 */
export function listJobs(
  kysely: Kysely<Tables>,
  { most, search }: { most: number; search?: string | undefined },
) {
  const found = search === undefined ? [] : sourcesOf({ search }).branches
  return kysely
    .selectFrom('job')
    .leftJoin('api_key as k', 'k.id', 'job.key_id')
    .leftJoin('partner as p', 'p.id', 'k.partner_id')
    .select([
      'job.id as job_id',
      'job.short_id',
      'job.status',
      'job.mode',
      'job.external_reference',
      'job.title',
      'job.size',
      'p.company_name',
      'job.created_at',
      'job.updated_at',
      'job.expires_at',
    ])
    .$if(found.length > 0, (jobs) => jobs.where(sql<SqlBool>`(${sql.join(found, sql` or `)})`))
    .orderBy('job.id', 'desc')
    .limit(most)
    .execute()
}

/** The id of the job with this short id, which is in the link of its draft. */
export async function findJobId(kysely: Kysely<Tables>, shortId: string): Promise<string | null> {
  const job = await kysely.selectFrom('job').select('id').where('short_id', '=', shortId).executeTakeFirst()
  return job?.id ?? null
}

export async function findJobStatus(kysely: Kysely<Tables>, id: string): Promise<JobStatus | null> {
  const job = await kysely.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst()
  return job?.status ?? null
}

type JobEvent = Omit<Selectable<Tables['job_event']>, 'id' | 'job_id'>

/** Everything an operator may see of one job, with its events and timeline, oldest first; null for an unknown job. */
export async function showJob(kysely: Kysely<Tables>, id: string) {
  const job = await kysely.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!job) return null
  const { rows: events } = await sql<JobEvent>`
    select at, actor, actor_id, from_status, to_status, reason from ${jobLog} log where job_id = ${id} order by id`.execute(
    kysely,
  )
  const photos = await kysely
    .selectFrom('photo')
    .select(['name', 'purpose', 'bytes', 'width', 'height'])
    .where('job_id', '=', id)
    .where('message_id', 'is', null)
    .orderBy('purpose', 'desc')
    .orderBy('position')
    .execute()
  const texts = await kysely
    .selectFrom('sms')
    .select(['kind', shownStatus.as('status'), 'last_error as reason', 'attempts', 'created_at', 'sent_at'])
    .where('job_id', '=', id)
    .orderBy('created_at')
    .execute()
  const ratings = await kysely
    .selectFrom('rating')
    .select(['by_role', 'stars', 'comment', 'created_at'])
    .where('job_id', '=', id)
    .orderBy('created_at')
    .execute()
  const proofs = await kysely
    .selectFrom('job_proof')
    .select(['step', 'carrier_id', 'tapped_at', 'received_at', 'lat', 'lon', 'accuracy_m'])
    .where('job_id', '=', id)
    .orderBy('step')
    .execute()
  const delivery_code = await readCodeChecks(kysely, id)
  const doubts = await showDoubts(kysely, id)
  const timeline = await readTimeline(kysely, id)
  const successor_id = await findSuccessorId(kysely, id)
  const { id: job_id, external_reference_nfc: _, feed_point: __, ...rest } = job
  return {
    job_id,
    ...rest,
    successor_id,
    photos,
    texts,
    ratings,
    proofs,
    delivery_code,
    ...doubts,
    events,
    timeline,
  }
}
