import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsKind, SmsStatus, Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import type { SmsProvider } from './provider.ts'
import { giveUpAt, leaseSeconds, type Next, type SmsLife } from './retry-policy.ts'
import { type BodySealer, bodyOf } from './sealed-body.ts'

type Db = Kysely<Tables>

/** A complete row of `sms`, as the statement that creates a job inserts it. */
export type NewSms = Selectable<Tables['sms']>

/** The subject of an SMS, which determines its kind: a draft, a requested code, or a notice to an account. */
export type SmsAbout =
  | { draft: string }
  | { challenge: string }
  | { notice: number; accountId: string; jobId: string | null }

export type NewSmsInput = {
  about: SmsAbout
  keyId: string | null
  mode: KeyMode
  to: string
  body: string
  /** Encrypts the text of a code, which is stored only sealed. */
  seal?: BodySealer['seal']
  /** From `smsProviderFor(mode, …)`. */
  provider: Pick<SmsProvider, 'name' | 'delivers'>
  /** Why the SMS is never sent; absent for an SMS that is. */
  refusal?: 'landline' | 'cap'
  /** Leaves the first try to the background task, which sends the SMS at once. */
  isQueued?: boolean
  /**
   * Base of the row's instants. If this clock may differ from the database's, insert them as offsets from
   * `createdAt`.
   */
  createdAt: Date
  expiresAt: Date
}

/**
 * The right to try one SMS. A later claim gets another `claimId`; writes with an old `claimId` then change nothing.
 */
export type Claim = SmsLife &
  Pick<NewSms, 'id' | 'kind' | 'mode' | 'body'> & {
    sealedBody: Buffer | null
    claimId: string
    to: string
    keyId: string | null
  }

type ClaimKey = Pick<Claim, 'id' | 'claimId'>

/**
 * Makes the row of an SMS: `failed` when it is refused, `pending` when it is queued, `sent` in the outbox, otherwise
 * `sending`. A row in `sending` is claimed by the request that makes it, which calls `sendNow` after its commit; if
 * that request dies, the lease expires.
 */
export function newSmsRow(input: NewSmsInput): NewSms {
  const { about, provider, refusal, isQueued, seal, body, createdAt } = input
  const id = newId()
  const status = refusal ? 'failed' : isQueued ? 'pending' : provider.delivers ? 'sending' : 'sent'
  return {
    id,
    ...subjectOf(about),
    key_id: input.keyId,
    mode: input.mode,
    to_phone: input.to,
    body: seal ? '' : body,
    sealed_body: seal ? seal(id, body) : null,
    provider: provider.name,
    status,
    attempts: refusal || isQueued ? 0 : 1,
    unknown_outcomes: 0,
    due_at: isQueued ? createdAt : new Date(createdAt.getTime() + leaseSeconds * 1_000),
    claim_id: status === 'sending' ? newId() : null,
    give_up_at: giveUpAt(createdAt, input.expiresAt),
    provider_message_id: null,
    last_error: refusal ?? null,
    delivery: null,
    delivery_at: null,
    created_at: createdAt,
    sent_at: status === 'sent' ? createdAt : null,
  }
}

/**
 * Releases the claim of a new row, so that the background task makes the first try. Used when the caller has no time
 * to send.
 */
export function unclaimed(row: NewSms): NewSms {
  if (row.status !== 'sending') return row
  return { ...row, status: 'pending', attempts: 0, claim_id: null, due_at: row.created_at }
}

type Subject = Pick<NewSms, 'kind' | 'job_id' | 'challenge_id' | 'notice_id' | 'account_id'>

function subjectOf(about: SmsAbout): Subject {
  const none = { job_id: null, challenge_id: null, notice_id: null, account_id: null }
  if ('draft' in about) return { ...none, kind: 'draft', job_id: about.draft }
  if ('challenge' in about) return { ...none, kind: 'code', challenge_id: about.challenge }
  const { notice, accountId, jobId } = about
  return { ...none, kind: 'notice', notice_id: notice, account_id: accountId, job_id: jobId }
}

/**
 * Inserts an SMS in its owner's transaction, with instants from the database's clock. A draft's first SMS is inserted
 * with the draft instead.
 */
export async function insertSms(db: Db, row: NewSms): Promise<void> {
  const after = (instant: Date) => {
    const seconds = (instant.getTime() - row.created_at.getTime()) / 1_000
    return sql<Date>`now() + make_interval(secs => ${seconds})`
  }
  await db
    .insertInto('sms')
    .values({
      ...row,
      due_at: after(row.due_at),
      give_up_at: after(row.give_up_at),
      created_at: sql<Date>`now()`,
      sent_at: row.sent_at && sql<Date>`now()`,
    })
    .execute()
}

/**
 * Claims an SMS that is due. Null when it is not due, is settled, or another worker holds the lease. An expired lease
 * counts as an unknown outcome, because the provider's response may be lost.
 */
export async function claim(db: Db, id: string): Promise<Claim | null> {
  const row = await db
    .updateTable('sms')
    .set({
      status: 'sending',
      claim_id: newId(),
      attempts: sql`attempts + 1`,
      unknown_outcomes: sql`unknown_outcomes + (status = 'sending')::integer`,
      due_at: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'sending'])
    .where('due_at', '<=', sql<Date>`now()`)
    .returning(['id', 'kind', 'mode', 'body', 'attempts'])
    .returning([
      'to_phone as to',
      'key_id as keyId',
      'sealed_body as sealedBody',
      sql<string>`claim_id`.as('claimId'),
      'unknown_outcomes as unknownOutcomes',
      sql<number>`extract(epoch from give_up_at - created_at)::float8`.as('lifeSeconds'),
      sql<number>`extract(epoch from give_up_at - now())::float8`.as('remainingSeconds'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Makes a waiting SMS due now. */
export async function makeSmsDue(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sms')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('due_at', '>', sql<Date>`now()`)
    .execute()
}

/** @returns false when another worker has claimed the row since. */
export async function recordSent(
  db: Db,
  key: ClaimKey,
  sent: { provider: string; messageId: string | null },
): Promise<boolean> {
  // A report that this message failed may have arrived before its acceptance (`delivery.ts`).
  const hasFailed = sql`delivery in ('undelivered', 'failed') and provider_message_id = ${sent.messageId}`
  return change(db, key, {
    status: sql`case when ${hasFailed} then 'failed' else 'sent' end`,
    last_error: sql`case when ${hasFailed} then last_error end`,
    delivery: sql`case when ${hasFailed} then delivery end`,
    provider: sent.provider,
    provider_message_id: sent.messageId,
    sent_at: sql<Date>`now()`,
  })
}

/** @returns false when another worker has claimed the row since. */
export async function recordRetry(
  db: Db,
  key: ClaimKey,
  next: Extract<Next, { status: 'pending' }>,
  error: string,
): Promise<boolean> {
  return change(db, key, {
    status: 'pending',
    unknown_outcomes: next.unknownOutcomes,
    due_at: sql<Date>`now() + make_interval(secs => ${next.delaySeconds})`,
    last_error: error,
  })
}

/** @returns false when another worker has claimed the row since. */
export async function recordFailed(
  db: Db,
  key: ClaimKey,
  end: Exclude<Next, { status: 'pending' }>,
  error: string | null,
): Promise<boolean> {
  return change(db, key, {
    status: end.status,
    unknown_outcomes: end.unknownOutcomes,
    ...(error === null ? {} : { last_error: error }),
  })
}

/** Ids of the SMS to try now: those that are due and those whose lease has expired, the longest due first. */
export async function due(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sms')
    .select('id')
    .where('status', 'in', ['pending', 'sending'])
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export type ListedSms = {
  to: string
  kind: SmsKind
  body: string
  status: SmsStatus
  /** Why it has not been sent: `landline`, `cap`, or the provider's error of the last try. */
  reason: string | null
  provider: string
  /** Null for the SMS of a code. */
  job_id: string | null
  created_at: Date
  sent_at: Date | null
  /** The provider's delivery report, after it had accepted the SMS. */
  delivery: 'delivered' | 'undelivered' | 'failed' | null
}

export function findSms(db: Db, id: string) {
  return db
    .selectFrom('sms')
    .select(['id as sms_id', 'status', 'last_error as reason', 'provider', 'created_at', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * `dray sms list`: SMS of every mode and provider, the newest last. A code is shown until it is used or expired
 * (`accounts/forget.ts`).
 */
export async function list(db: Db, sealer: Pick<BodySealer, 'open'>): Promise<ListedSms[]> {
  const rows = await db
    .selectFrom('sms')
    .select(['id', 'sealed_body as sealedBody'])
    .select(['to_phone as to', 'body', 'status', 'provider', 'job_id', 'created_at', 'sent_at'])
    .select(['kind', 'last_error as reason', 'delivery'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, sealedBody, ...row }) => ({
    ...row,
    body: bodyOf(sealer, { id, sealedBody, body: row.body }) ?? '',
  }))
}

async function change(
  db: Db,
  { id, claimId }: ClaimKey,
  values: UpdateObject<Tables, 'sms'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set(values)
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
