import type pg from 'pg'
import type { NewSms } from '../sms/store.ts'
import type { NewJob } from './job.ts'

export type NewDraft = {
  job: NewJob
  sms: NewSms
  /** Stored and waiting for their job. */
  photoNames: string[]
  lifetimeSeconds: number
  /** The claim on an `Idempotency-Key` this create runs under. */
  claimId: string | null
}

/**
 * The draft, its first event, its SMS row, its photos and its idempotency claim, in one statement: all or nothing.
 *
 * @returns null when the reference is taken, or the claim or a photo was lost meanwhile; then nothing was written.
 * @throws when the connection broke: then nobody knows, and whoever comes next reads what became of it.
 */
export async function insertDraft(
  pool: pg.Pool,
  draft: NewDraft,
): Promise<{ createdAt: Date; expiresAt: Date } | null> {
  const { rows } = await pool.query<{ created_at: Date; expires_at: Date }>(statementFor(draft))
  const row = rows[0]
  return row ? { createdAt: row.created_at, expiresAt: row.expires_at } : null
}

/** What a draft without photos or key does not need is left out of its statement: create is a hot path. */
function statementFor(draft: NewDraft): pg.QueryConfig {
  const values = valuesOf(draft)
  const parts: Part[] = []
  const add = (part: (parameter: string) => Part, value: unknown) => {
    values.push(value)
    parts.push(part(`$${values.length}`))
  }
  if (draft.photoNames.length > 0) add(photosPart, draft.photoNames)
  if (draft.claimId !== null) add(claimPart, draft.claimId)
  return { name: ['insert-draft', ...parts.map(({ name }) => name)].join('-'), text: textOf(parts), values }
}

/** Something the draft takes along: the rows it must still hold, and what becomes of them with the job. */
type Part = { name: string; held: string; condition: string; bound: string }

const photosPart = (names: string): Part => {
  // Half an hour is half of what the collector waits, both by the database's clock: the two can never meet.
  const waiting = `name = any(${names}::text[]) and job_id is null and position < 0
    and photo.created_at > now() - interval '30 minutes'`
  return {
    name: 'photos',
    held: `waiting as (select 1 from photo where ${waiting} for update),`,
    condition: `(select count(*) from waiting) = cardinality(${names}::text[])`,
    bound: `attached as (
      update photo set job_id = new_job.id, position = -1 - position from new_job where ${waiting}),`,
  }
}

const claimPart = (claimId: string): Part => ({
  name: 'claimed',
  held: `claim as (select 1 from idempotency_key where claim_id = ${claimId}::uuid and job_id is null for update),`,
  condition: 'exists (select 1 from claim)',
  bound: `bound as (update idempotency_key set job_id = new_job.id from new_job where claim_id = ${claimId}::uuid),`,
})

const textOf = (parts: Part[]): string => `
  with ${parts.map(({ held }) => held).join('\n')}
  new_job as (
    insert into job (id, short_id, key_id, mode, status, external_reference, external_reference_nfc, title, description,
      size, customer_phone, pickup, dropoff, route, duration_minutes, tariff_id, price, expires_at)
    select $1::uuid, $2, $3::uuid, $4, 'draft', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::integer, $15::uuid, $16,
      now() + make_interval(secs => $17)
    ${parts.map(({ condition }, index) => `${index ? 'and' : 'where'} ${condition}`).join('\n')}
    on conflict (key_id, external_reference_nfc) do nothing
    returning id, key_id, mode, customer_phone, created_at, expires_at
  ), ${parts.map(({ bound }) => bound).join('\n')}
  new_event as (
    insert into job_event (job_id, actor, actor_id, to_status, reason)
    select id, 'partner', key_id, 'draft', 'created' from new_job
  ), new_sms as (
    insert into sms (id, job_id, key_id, mode, to_phone, body, provider, status, claim_id, last_error, attempts, due_at,
      give_up_at, sent_at)
    select $18::uuid, id, key_id, mode, customer_phone, $19, $20, $21, $22::uuid, $23, $24::integer,
      now() + make_interval(secs => $25), now() + make_interval(secs => $26), case when $21 = 'sent' then now() end
    from new_job
  )
  select created_at, expires_at from new_job`

function valuesOf({ job, sms, lifetimeSeconds }: NewDraft): unknown[] {
  return [
    job.id,
    job.shortId,
    job.keyId,
    job.mode,
    job.externalReference,
    job.externalReference?.normalize('NFC') ?? null,
    job.title,
    job.description,
    job.size,
    job.customerPhone,
    job.pickup,
    job.dropoff,
    job.route,
    job.durationMinutes,
    job.tariffId,
    job.price,
    lifetimeSeconds,
    sms.id,
    sms.body,
    sms.provider,
    sms.status,
    sms.claim_id,
    sms.last_error,
    sms.attempts,
    secondsFrom(sms.created_at, sms.due_at),
    secondsFrom(sms.created_at, sms.give_up_at),
  ]
}

/** Spans and not instants go to the database, so that all times of a draft are of its clock. */
const secondsFrom = (start: Date, end: Date): number => (end.getTime() - start.getTime()) / 1_000
