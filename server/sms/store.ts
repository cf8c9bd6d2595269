import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsStatus, Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import type { SmsProvider } from './provider.ts'
import { giveUpAt, leaseSeconds, type Next, type Standing } from './retry-policy.ts'

type Db = Kysely<Tables>

/** A row as the job's create statement inserts it, column by column. */
export type NewSms = Selectable<Tables['sms']>

export type NewSmsInput = {
  /** What it is about: a job, or a code that was asked for. */
  about: { jobId: string } | { challengeId: string }
  keyId: string | null
  mode: KeyMode
  to: string
  body: string
  /** Of `smsProviderFor(mode, …)`. */
  provider: SmsProvider
  /** Of `isOverCap(…)`. */
  overCap: boolean
  /** The row's instants are spans from here; by a clock that differs from the database's, insert them as spans. */
  createdAt: Date
  expiresAt: Date
}

/** The right to try one text: whoever claims it later gets another `claimId`, and this one's writes then change nothing. */
export type Claim = Standing & { id: string; claimId: string; mode: KeyMode; to: string; body: string }

type ClaimKey = Pick<Claim, 'id' | 'claimId'>

/**
 * A text is born `sent` in the outbox, `failed` over the cap, and otherwise `sending`: already claimed by the request
 * that makes it, which calls `sendNow` after its commit. Should that request die, the lease runs out.
 */
export function newSmsRow(input: NewSmsInput): NewSms {
  const { about, provider, overCap, createdAt } = input
  const status = overCap ? 'failed' : provider.delivers ? 'sending' : 'sent'
  return {
    id: newId(),
    job_id: 'jobId' in about ? about.jobId : null,
    challenge_id: 'challengeId' in about ? about.challengeId : null,
    key_id: input.keyId,
    mode: input.mode,
    to_phone: input.to,
    body: input.body,
    provider: provider.name,
    status,
    attempts: overCap ? 0 : 1,
    unknown_outcomes: 0,
    due_at: new Date(createdAt.getTime() + leaseSeconds * 1_000),
    claim_id: status === 'sending' ? newId() : null,
    give_up_at: giveUpAt(createdAt, input.expiresAt),
    provider_message_id: null,
    last_error: overCap ? capError : null,
    created_at: createdAt,
    sent_at: status === 'sent' ? createdAt : null,
  }
}

/** The row of a text that is not a draft's, in its owner's transaction; its instants by the clock of the database. */
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

/** Takes a text that is due, or returns null: not due, settled, or another worker's. A lease that ran out is a lost answer. */
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
    .returning(['id', 'mode', 'body', 'attempts'])
    .returning([
      'to_phone as to',
      sql<string>`claim_id`.as('claimId'),
      'unknown_outcomes as unknownOutcomes',
      sql<number>`extract(epoch from give_up_at - created_at)::float8`.as('lifeSeconds'),
      sql<number>`extract(epoch from give_up_at - now())::float8`.as('remainingSeconds'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when the claim had passed to another. */
export async function recordSent(
  db: Db,
  key: ClaimKey,
  sent: { provider: string; messageId: string | null },
): Promise<boolean> {
  return change(db, key, {
    status: 'sent',
    provider: sent.provider,
    provider_message_id: sent.messageId,
    last_error: null,
    sent_at: sql<Date>`now()`,
  })
}

/** @returns false when the claim had passed to another. */
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

/** @returns false when the claim had passed to another. */
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

/** The ids of texts to try now: waiting ones, and those whose worker died; longest due first. */
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
  body: string
  status: SmsStatus
  provider: string
  /** Null for the text of a code. */
  job_id: string | null
  created_at: Date
  sent_at: Date | null
}

/** `dray sms list`: every mode and provider, newest last. */
export async function list(db: Db): Promise<ListedSms[]> {
  return db
    .selectFrom('sms')
    .select(['to_phone as to', 'body', 'status', 'provider', 'job_id', 'created_at', 'sent_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Texts on jobs of the last 24 h that this provider was asked to send, to a number and by a key (none: the app's own jobs). */
export async function countRecent(
  db: Db,
  { provider, to, keyId }: { provider: string; to: string; keyId: string | null },
): Promise<{ perNumber: number; perKey: number }> {
  const recent = db
    .selectFrom('sms')
    .select(sql<number>`count(*)`.as('count'))
    .where('provider', '=', provider)
    .where('provider', '<>', 'outbox')
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where(sql<boolean>`last_error is distinct from ${capError}`)
    // Codes have limits of their own (`accounts/code-caps.ts`).
    .where('challenge_id', 'is', null)
  const counts = await db
    .selectNoFrom([
      recent.where('to_phone', '=', to).as('perNumber'),
      recent.where('key_id', '=', keyId).as('perKey'),
    ])
    .executeTakeFirstOrThrow()
  return { perNumber: counts.perNumber ?? 0, perKey: counts.perKey ?? 0 }
}

/** Marks a text that was never tried because of a cap. */
const capError = 'cap'

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
