import { hash } from 'node:crypto'
import type pg from 'pg'
import type { SmsStatus } from '#contract/vocabulary.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { isAliveSql } from '../is-alive.ts'

/** Result for a request with an `Idempotency-Key`: run under a claim, or replay the first response. */
export type Claim = { claimId: string } | Replay

/** The SMS status in the first response; null if it was not stored. */
export type Replay = { replayOf: string; sms: SmsStatus | null; smsSent: boolean | null }

/** Frees the `Idempotency-Key` of a failed create. Never throws. */
export type ReleaseClaim = (claimId: string) => Promise<void>

// Creating a job takes at most about 20 s for its photos, and 20 s more if a test key requests a slow response, so a
// claim older than this belongs to a crashed process.
export const leaseSeconds = 60

/** Hash of the parsed body with its members sorted: white space and the order of members do not matter. */
export const requestHash = (body: unknown): Buffer =>
  hash('sha256', JSON.stringify(body, withSortedMembers), 'buffer')

function withSortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Claims the key for this request. A key is free when it is new, 24 h old, when the request that held it crashed, or
 * when its draft has expired. Only a 201 keeps the key: a refusal releases it, so a retry runs again.
 *
 * @throws Problem `idempotency_key_reuse` (422) with another body, `idempotency_key_in_progress` (409) while the first
 *   request runs.
 */
export async function claimKey(
  pool: pg.Pool,
  { keyId, idempotencyKey, hash }: { keyId: string; idempotencyKey: string; hash: Buffer },
  release: ReleaseClaim,
): Promise<Claim> {
  const claimId = newId()
  const order = [keyId, idempotencyKey, hash, claimId, leaseSeconds]
  const take = async () => {
    try {
      return (await pool.query(takeFree, order)).rowCount === 1
    } catch (error) {
      // The claim may be there although its response was lost.
      void release(claimId)
      throw error
    }
  }
  if (await take()) return { claimId }
  const holder = await findHolder(pool, { keyId, idempotencyKey })
  if (holder?.job_id && !holder.job_stands) {
    await pool.query('delete from idempotency_key where claim_id = $1', [holder.claim_id])
    if (await take()) return { claimId }
    throw inProgress()
  }
  if (holder && !holder.request_hash.equals(hash)) throw reused()
  // Without a holder, the other request was refused and released the key between our two statements.
  if (!holder?.job_id || holder.texting) throw inProgress()
  return { replayOf: holder.job_id, sms: holder.sms_status, smsSent: holder.sms_sent }
}

type Holder = {
  claim_id: string
  request_hash: Buffer
  job_id: string | null
  sms_sent: boolean | null
  /** Also null when a server of an older version gave the response. */
  sms_status: SmsStatus | null
  job_stands: boolean
  /** The first request is still sending its SMS, so its response is not known yet. */
  texting: boolean
}

/**
 * Checks here, not in `takeFree`, whether the job is still alive: `takeFree` sees a claim that was bound after the
 * statement began, but not the job committed with it. A plain select sees both or neither.
 */
async function findHolder(
  pool: pg.Pool,
  { keyId, idempotencyKey }: { keyId: string; idempotencyKey: string },
): Promise<Holder | undefined> {
  const { rows } = await pool.query<Holder>(
    `select claim_id, request_hash, job_id, sms_sent, sms_status, exists (
       select 1 from job where job.id = held.job_id and ${isAliveSql}) as job_stands,
       sms_sent is null and exists (
         select 1 from sms where sms.job_id = held.job_id and sms.status = 'running' and sms.due_at > now()) as texting
     from idempotency_key held where key_id = $1 and idempotency_key = $2`,
    [keyId, idempotencyKey],
  )
  return rows[0]
}

/** Stores the SMS status of the first response, so every replay is equal. */
export async function recordAnswer(
  pool: pg.Pool,
  { claimId, sms }: { claimId: string; sms: SmsStatus },
): Promise<void> {
  await pool.query(
    `update idempotency_key set sms_status = $2, sms_sent = ($2 = 'sent') where claim_id = $1`,
    [claimId, sms],
  )
}

const batch = 1_000

/** Deletes keys older than a day. Keys of expired drafts are deleted with their draft. */
export async function deleteOldKeys(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from idempotency_key where claim_id = any(array(
         select claim_id from idempotency_key where created_at < now() - interval '24 hours' and lease_until < now()
         order by created_at limit $1 for update skip locked))`,
      [batch],
    )
    if ((rowCount ?? 0) < batch || signal?.aborted) return
  }
}

const takeFree = `
  insert into idempotency_key as held (key_id, idempotency_key, request_hash, claim_id, lease_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))
  on conflict (key_id, idempotency_key) do update
    set request_hash = excluded.request_hash, claim_id = excluded.claim_id, lease_until = excluded.lease_until,
      job_id = null, sms_sent = null, sms_status = null, created_at = now()
    where (held.job_id is null and held.lease_until < now())
      or held.created_at < now() - interval '24 hours'
  returning 1`

const reused = () => new Problem('idempotency_key_reuse', (t) => t.partners.keyReused)

const inProgress = () =>
  new Problem('idempotency_key_in_progress', (t) => t.partners.keyInProgress, { retryAfterSeconds: 1 })
