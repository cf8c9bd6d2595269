import { type Kysely, type Selectable, sql } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import { afterSeconds, claimRow, finishRow, releaseRow } from '../db/leased-rows.ts'
import type { SmsKind, Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { currentTrace } from '../lib/trace.ts'
import type { SmsProvider } from './provider.ts'
import { giveUpAt, leaseSeconds, type Next, type SmsLife } from './retry-policy.ts'
import { type BodySealer, bodyOf } from './sealed-body.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'

type Db = Kysely<Tables>

/** A complete row of `sms`, as the statement that creates a job inserts it. */
export type NewSms = Selectable<Tables['sms']>

/** The subject of an SMS, which determines its kind: a draft, a code, or a notice to an account. */
export type SmsAbout =
  | { draft: string }
  | { challenge: string }
  /** The code of a person of the sandbox, for a test job. */
  | { signIn: string }
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
  /** Why the SMS is never sent; absent for an SMS to send. */
  refusal?: 'landline' | 'cap' | 'sandbox'
  /** Counts the first attempt as refused, and leaves the retry to the background task after this many seconds. */
  retryAfterSeconds?: number
  /** Leaves the first attempt to the background task, which sends the SMS immediately. */
  isQueued?: boolean
  /**
   * Base of the row's instants. If this clock may differ from the database's, insert them as offsets from
   * `createdAt`.
   */
  createdAt: Date
  expiresAt: Date
}

/** `sms` as a queue. An attempt takes at most 5 s with each provider that is asked. */
export const smsRows = { table: 'sms', leaseSeconds } as const

/** A claimed SMS, with the data for its attempt. */
export type Claim = SmsLife &
  Pick<NewSms, 'id' | 'kind' | 'mode' | 'body' | 'provider'> & {
    sealedBody: Buffer | null
    claimId: string
    traceparent: string | null
    to: string
    keyId: string | null
  }

type ClaimKey = Pick<Claim, 'id' | 'claimId'>

/**
 * Makes the row of an SMS: `failed` when it is refused, `due` when it is queued or has to wait, `sent` in the outbox,
 * otherwise `running`. A `running` row is claimed by the request that makes it, which calls `sendNow` after its commit;
 * after a crash of that request, the lease expires.
 */
export function newSmsRow(input: NewSmsInput): NewSms {
  const { about, provider, refusal, retryAfterSeconds, isQueued, seal, body, createdAt } = input
  const id = newId()
  const isDue = isQueued || retryAfterSeconds !== undefined
  const status = refusal ? 'failed' : isDue ? 'due' : provider.delivers ? 'running' : 'sent'
  const dueAfterSeconds = isQueued ? 0 : (retryAfterSeconds ?? leaseSeconds)
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
    due_at: new Date(createdAt.getTime() + dueAfterSeconds * 1_000),
    claim_id: status === 'running' ? newId() : null,
    give_up_at: giveUpAt(createdAt, input.expiresAt),
    provider_message_id: null,
    last_error: refusal ?? (retryAfterSeconds === undefined ? null : 'sandbox'),
    delivery: null,
    delivery_at: null,
    created_at: createdAt,
    sent_at: status === 'sent' ? createdAt : null,
    traceparent: currentTrace()?.traceparent ?? null,
  }
}

/**
 * Releases the claim of a new row, so the background task makes the first attempt. Used when the caller has no time to
 * send.
 */
export function unclaimed(row: NewSms): NewSms {
  if (row.status !== 'running') return row
  return { ...row, status: 'due', attempts: 0, claim_id: null, due_at: row.created_at }
}

type Subject = Pick<NewSms, 'kind' | 'job_id' | 'challenge_id' | 'notice_id' | 'account_id'>

function subjectOf(about: SmsAbout): Subject {
  const none = { job_id: null, challenge_id: null, notice_id: null, account_id: null }
  if ('draft' in about) return { ...none, kind: 'draft', job_id: about.draft }
  if ('challenge' in about) return { ...none, kind: 'code', challenge_id: about.challenge }
  if ('signIn' in about) return { ...none, kind: 'code', job_id: about.signIn }
  const { notice, accountId, jobId } = about
  return { ...none, kind: 'notice', notice_id: notice, account_id: accountId, job_id: jobId }
}

/**
 * Inserts an SMS in its owner's transaction. A draft's first SMS is inserted with the draft instead, a code with its
 * challenge.
 */
export async function insertSms(db: Db, row: NewSms): Promise<void> {
  await smsInsertion(db, row).execute()
}

/** The statement that inserts an SMS, with instants from the database's clock. */
export function smsInsertion(db: Pick<Db, 'insertInto'>, row: NewSms) {
  const after = (instant: Date) => {
    const seconds = (instant.getTime() - row.created_at.getTime()) / 1_000
    return sql<Date>`now() + make_interval(secs => ${seconds})`
  }
  return db.insertInto('sms').values({
    ...row,
    due_at: after(row.due_at),
    give_up_at: after(row.give_up_at),
    created_at: sql<Date>`now()`,
    sent_at: row.sent_at && sql<Date>`now()`,
  })
}

/**
 * Claims an SMS that is due. Null when it is not due, has ended, or is leased to another worker. If the lease of an
 * earlier attempt has ended, that attempt counts as an unknown outcome, because the provider's response may be lost.
 */
export async function claim(db: Db, id: string): Promise<Claim | null> {
  const sms = await claimRow(db, smsRows, id, {
    unknown_outcomes: sql`unknown_outcomes + (status = 'running')::integer`,
  })
  return (
    sms && {
      ...{ id, claimId: sms.claimId, kind: sms.kind, mode: sms.mode, attempts: sms.attempts },
      ...{ provider: sms.provider, traceparent: sms.traceparent },
      ...{ body: sms.body, sealedBody: sms.sealed_body, to: sms.to_phone, keyId: sms.key_id },
      unknownOutcomes: sms.unknown_outcomes,
      lifeSeconds: secondsBetween(sms.created_at, sms.give_up_at),
      remainingSeconds: secondsBetween(sms.now, sms.give_up_at),
    }
  )
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1_000

/** Makes a waiting SMS due now. @returns false when it was due already, or is not waiting. */
export async function makeSmsDue(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .where('due_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Writes which provider is asked next, before it is asked: after a crash or a lost response, the row says who may have
 * sent the SMS.
 *
 * @returns false when the claim is lost.
 */
export async function recordAsked(db: Db, { id, claimId }: ClaimKey, provider: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set({ provider })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false when the claim is lost. */
export function recordSent(
  db: Db,
  key: ClaimKey,
  sent: { provider: string; messageId: string | null },
): Promise<boolean> {
  // A report that this message failed may have arrived before its acceptance (`delivery.ts`).
  const hasFailed = sql`delivery in ('undelivered', 'failed') and provider_message_id = ${sent.messageId}`
  return finishRow(db, smsRows, key, {
    status: sql`case when ${hasFailed} then 'failed' else 'sent' end`,
    last_error: sql`case when ${hasFailed} then last_error end`,
    delivery: sql`case when ${hasFailed} then delivery end`,
    provider: sent.provider,
    provider_message_id: sent.messageId,
    sent_at: sql`now()`,
  })
}

/** @returns false when the claim is lost. */
export function recordRetry(
  db: Db,
  key: ClaimKey,
  next: Extract<Next, { status: 'due' }>,
  error: string,
): Promise<boolean> {
  return releaseRow(db, smsRows, key, {
    dueAt: afterSeconds(next.delaySeconds),
    unknown_outcomes: next.unknownOutcomes,
    last_error: error,
  })
}

/** @returns false when the claim is lost. */
export function recordFailed(
  db: Db,
  key: ClaimKey,
  end: Exclude<Next, { status: 'due' }>,
  error: string | null,
): Promise<boolean> {
  return finishRow(db, smsRows, key, {
    status: end.status,
    unknown_outcomes: end.unknownOutcomes,
    ...(error !== null && { last_error: error }),
  })
}

export type ListedSms = {
  to: string
  kind: SmsKind
  body: string
  status: ShownStatus
  /** Why it has not been sent: `landline`, `cap`, `sandbox`, or the provider's error of the last attempt. */
  reason: string | null
  provider: string
  /** Null for the SMS of a real code. */
  job_id: string | null
  created_at: Date
  sent_at: Date | null
  /** The provider's delivery report, after it had accepted the SMS. */
  delivery: 'delivered' | 'undelivered' | 'failed' | null
}

export function findSms(db: Db, id: string) {
  return db
    .selectFrom('sms')
    .select(['id as sms_id', shownStatus.as('status'), 'last_error as reason', 'provider'])
    .select(['created_at', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * `dray sms list`: the newest SMS of every mode and provider, at most `most`, newest last. A code is shown until it is
 * used or expired (`accounts/forget.ts`).
 */
export async function list(
  db: Db,
  { sealer, most }: { sealer: Pick<BodySealer, 'open'>; most: number },
): Promise<ListedSms[]> {
  const rows = await db
    .selectFrom('sms')
    .select(['id', 'sealed_body as sealedBody'])
    .select([
      'to_phone as to',
      'body',
      shownStatus.as('status'),
      'provider',
      'job_id',
      'created_at',
      'sent_at',
    ])
    .select(['kind', 'last_error as reason', 'delivery'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map(({ id, sealedBody, ...row }) => ({
    ...row,
    body: bodyOf(sealer, { id, sealedBody, body: row.body }) ?? '',
  }))
}
