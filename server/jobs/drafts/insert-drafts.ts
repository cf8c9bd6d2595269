import type pg from 'pg'
import type { NewSms } from '../../sms/store.ts'
import { draftColumns, draftColumnTypes } from '../draft-columns.ts'
import type { NewJob } from '../job.ts'
import { asSeen } from './find-draft.ts'

export type NewDraft = {
  job: NewJob
  sms: NewSms
  /** Stored photos that are not attached to a job yet. */
  photoNames: string[]
  lifetimeSeconds: number
  /** The claim on the request's `Idempotency-Key`. */
  claimId: string | null
}

/** Times of a draft, from the database's clock. */
export type Inserted = { createdAt: Date; expiresAt: Date }

/**
 * Inserts drafts, each with its SMS row, photos and idempotency claim, in one statement: a draft is written completely
 * or not at all. Its creation has no row in `job_event`, because `queries/job-log.ts` reads it from the job.
 *
 * @returns per draft null when its reference is taken, or its claim or a photo was lost meanwhile; then no row of the
 *   draft was written.
 * @throws when the connection broke: then the outcome is unknown, and the next request reads it.
 */
export async function insertDrafts(pool: pg.Pool, drafts: readonly NewDraft[]): Promise<(Inserted | null)[]> {
  const { rows } = await pool.query<{ id: string; created_at: Date; expires_at: Date; aged_ms: number }>({
    ...(drafts.some(hasParts) ? withParts : plain),
    values: [JSON.stringify(drafts.map(record))],
  })
  const times = new Map(
    rows.map((row) => [
      row.id,
      { createdAt: asSeen(row.created_at, row), expiresAt: asSeen(row.expires_at, row) },
    ]),
  )
  return drafts.map(({ job }) => times.get(job.id) ?? null)
}

const hasParts = ({ photoNames, claimId }: NewDraft): boolean => photoNames.length > 0 || claimId !== null

const names = Object.keys(draftColumnTypes) as (keyof typeof draftColumnTypes)[]

// Sorted, so concurrent statements wait for the same references in the same order, which avoids deadlocks.
const statement = (condition: string, parts: string): string => `
  with given as materialized (
    select * from json_to_recordset($1::json) as (
      ${names.map((name) => `${name} ${draftColumnTypes[name]}`).join(', ')},
      lifetime_seconds float8, photo_names text[], claim_id uuid, sms_id uuid, sms_body text,
      sms_provider text, sms_status text, sms_claim_id uuid, sms_last_error text, sms_attempts integer,
      sms_due_seconds float8, sms_give_up_seconds float8, sms_traceparent text)
  ), new_job as (
    insert into job (${names.join(', ')}, status, expires_at)
    select ${names.join(', ')}, 'draft', now() + make_interval(secs => lifetime_seconds)
    from given where ${condition}
    order by key_id, external_reference_nfc
    on conflict (key_id, external_reference_nfc) do nothing
    returning id, created_at, expires_at, aged_ms
  ), new_sms as (
    insert into sms (id, kind, job_id, key_id, mode, to_phone, body, provider, status, claim_id, last_error, attempts, due_at,
      give_up_at, sent_at, traceparent)
    select sms_id, 'draft', id, key_id, mode, customer_phone, sms_body, sms_provider, sms_status, sms_claim_id, sms_last_error,
      sms_attempts, now() + make_interval(secs => sms_due_seconds), now() + make_interval(secs => sms_give_up_seconds),
      case when sms_status = 'sent' then now() end, sms_traceparent
    from given join new_job using (id)
  )${parts}
  select id, created_at, expires_at, aged_ms from new_job`

/**
 * For drafts without photos and without an `Idempotency-Key`: the extra parts of the full statement take a tenth of its
 * time.
 */
const plain = { name: 'insert-drafts', text: statement('true', '') }

// A photo attaches only while it waits for a job and is under 30 minutes old; the collector takes photos only at twice
// that age, so the two never conflict.
const withParts = {
  name: 'insert-drafts-with-parts',
  text: statement(
    `(claim_id is null or exists (
        select 1 from idempotency_key k where k.claim_id = given.claim_id and k.job_id is null for update))
      and (photo_names is null or cardinality(photo_names) = (
        select count(*) from photo p where p.name = any(photo_names) and p.job_id is null and p.position < 0
          and p.created_at > now() - interval '30 minutes'))`,
    `, bound_claim as (
      update idempotency_key k set job_id = new_job.id from given join new_job using (id) where k.claim_id = given.claim_id
    ), attached_photo as (
      update photo set job_id = new_job.id, position = position + 100
      from given join new_job using (id)
      where name = any(photo_names) and job_id is null and position < 0
    )`,
  ),
}

/** Sends durations instead of instants, so all times of a draft come from the database's clock. */
function record({ job, sms, photoNames, lifetimeSeconds, claimId }: NewDraft) {
  return {
    ...draftColumns(job),
    lifetime_seconds: lifetimeSeconds,
    photo_names: photoNames.length > 0 ? photoNames : null,
    claim_id: claimId,
    sms_id: sms.id,
    sms_body: sms.body,
    sms_provider: sms.provider,
    sms_status: sms.status,
    sms_claim_id: sms.claim_id,
    sms_last_error: sms.last_error,
    sms_attempts: sms.attempts,
    sms_due_seconds: secondsFrom(sms.created_at, sms.due_at),
    sms_give_up_seconds: secondsFrom(sms.created_at, sms.give_up_at),
    sms_traceparent: sms.traceparent,
  }
}

const secondsFrom = (start: Date, end: Date): number => (end.getTime() - start.getTime()) / 1_000
