import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { Price } from '../pricing/price.ts'
import { showDoubts } from './doubts/read-doubts.ts'
import { deleteExpiredDraft } from './drafts/delete-drafts.ts'
import { isAliveSql } from './is-alive.ts'
import type { Draft, JobState } from './job.ts'

/** Hot path: a named prepared statement for all ids requested in one tick. Leaves out expired drafts. */
export async function findJobStates(pool: pg.Pool, ids: readonly string[]): Promise<JobState[]> {
  const { rows } = await pool.query<{
    id: string
    key_id: string | null
    external_reference: string | null
    status: JobStatus
    created_at: Date
    updated_at: Date
  }>({
    name: 'find-job-states',
    text: `select id, key_id, external_reference, status, created_at, updated_at from job
           where id = any($1::uuid[]) and ${isAliveSql}`,
    values: [ids],
  })
  return rows.map((row) => ({
    id: row.id,
    keyId: row.key_id,
    externalReference: row.external_reference,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/**
 * Id of the job that holds a key's reference. An expired draft holds nothing: it is deleted here if the background
 * task has not deleted it yet, so that its reference is free at `expires_at` and not seconds later.
 */
export async function findReferenceHolder(
  pool: pg.Pool,
  { keyId, reference }: { keyId: string; reference: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string; stands: boolean }>({
    name: 'find-reference-holder',
    text: `select id, ${isAliveSql} as stands from job where key_id = $1 and external_reference_nfc = $2`,
    values: [keyId, reference.normalize('NFC')],
  })
  const holder = rows[0]
  if (!holder) return null
  if (holder.stands) return holder.id
  return (await deleteExpiredDraft(pool, holder.id)) ? null : holder.id
}

/** A draft as its creation returned it, for a replay, and whether its SMS has been accepted by now. */
export async function findDraft(
  kysely: Kysely<Tables>,
  id: string,
): Promise<{ draft: Draft; smsSent: boolean } | null> {
  const row = await kysely
    .selectFrom('job')
    .select([
      'job.id',
      'job.short_id',
      'job.external_reference',
      'job.customer_phone',
      'job.price',
      'job.created_at',
      'job.expires_at',
    ])
    .select((job) =>
      job
        .exists(
          job
            .selectFrom('sms')
            .select('sms.id')
            .whereRef('sms.job_id', '=', 'job.id')
            .where('kind', '=', 'draft')
            .where('sms.status', '=', 'sent'),
        )
        .as('sms_sent'),
    )
    .where('job.id', '=', id)
    .executeTakeFirst()
  if (row?.customer_phone == null) return null
  const photos = await kysely
    .selectFrom('photo')
    .select('name')
    .where('job_id', '=', id)
    .orderBy('position')
    .execute()
  const draft: Draft = {
    id: row.id,
    shortId: row.short_id,
    externalReference: row.external_reference,
    customerPhone: row.customer_phone,
    price: row.price as Price,
    photoNames: photos.map(({ name }) => name),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
  return { draft, smsSent: row.sms_sent === true }
}

export function listJobs(kysely: Kysely<Tables>, limit: number) {
  return kysely
    .selectFrom('job')
    .leftJoin('api_key as k', 'k.id', 'job.key_id')
    .leftJoin('partner as p', 'p.id', 'k.partner_id')
    .select([
      'job.id as job_id',
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
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute()
}

/** Everything an operator may see of one job, with its events, the oldest first; null when there is none. */
export async function showJob(kysely: Kysely<Tables>, id: string) {
  const job = await kysely.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!job) return null
  const events = await kysely
    .selectFrom('job_event')
    .select(['at', 'actor', 'actor_id', 'from_status', 'to_status', 'reason'])
    .where('job_id', '=', id)
    .orderBy('id')
    .execute()
  const photos = await kysely
    .selectFrom('photo')
    .select(['name', 'purpose', 'bytes', 'width', 'height'])
    .where('job_id', '=', id)
    .orderBy('purpose', 'desc')
    .orderBy('position')
    .execute()
  const texts = await kysely
    .selectFrom('sms')
    .select(['kind', 'status', 'last_error as reason', 'attempts', 'created_at', 'sent_at'])
    .where('job_id', '=', id)
    .orderBy('created_at')
    .execute()
  const ratings = await kysely
    .selectFrom('rating')
    .select(['by_role', 'stars', 'comment', 'created_at'])
    .where('job_id', '=', id)
    .orderBy('created_at')
    .execute()
  const doubts = await showDoubts(kysely, id)
  const { id: job_id, external_reference_nfc: _, feed_point: __, ...rest } = job
  return { job_id, ...rest, photos, texts, ratings, ...doubts, events }
}

/** Number of rows waiting for the background tasks, for `/metrics`. */
export async function countWaiting(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ sms: number; expired_drafts: number; orphan_photos: number }>(
    `select (select count(*) from sms where status in ('pending', 'sending')) as sms,
       (select count(*) from job where status = 'draft' and expires_at <= now()) as expired_drafts,
       (select count(*) from photo where job_id is null) as orphan_photos`,
  )
  return rows[0] ?? {}
}
