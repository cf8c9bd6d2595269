import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsStatus, Tables } from '../db/tables.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { endTrace, inTrace, readTraceparent } from '../lib/trace.ts'
import { askProviders } from './ask-providers.ts'
import type { Admission, CountHandover } from './handover.ts'
import type { SmsProvider, SmsProviders } from './provider.ts'
import { outbox } from './providers/outbox.ts'
import { afterFailure, endOf, leaseSeconds, mayTry } from './retry-policy.ts'
import { type BodySealer, bodyOf } from './sealed-body.ts'
import { type Claim, claim, type NewSms, recordFailed, recordRetry, recordSent } from './store.ts'

export type SmsNeeds = {
  kysely: Kysely<Tables>
  /** The providers of `SMS_PROVIDER`, for live keys. */
  smsProviders: SmsProviders
  countHandover: CountHandover
  bodySealer: BodySealer
  /** Called with every failure; the messages do not contain the phone. */
  onSmsError: (error: Error) => void
}

/** The first attempt, for callers that only need to know whether the SMS was sent. */
export const sendNow = async (needs: SmsNeeds, row: NewSms): Promise<boolean> =>
  (await firstTry(needs, row)) === 'sent'

/**
 * First attempt, right after the commit of the row. Never throws: the job is valid regardless of its SMS, and a row
 * whose outcome could not be stored is retried when its lease expires.
 *
 * @returns `sent` only when the provider has accepted it (`sms_sent`, spec 2.5), or the row itself is the delivery.
 */
export async function firstTry(needs: SmsNeeds, row: NewSms): Promise<SmsStatus> {
  return row.status === 'running' ? attempt(needs, claimOf(row)) : row.status
}

/**
 * Sends one due row in the background.
 *
 * @returns the new status, or null when the row is not due, is settled, or is leased to another worker.
 */
export async function retry(needs: SmsNeeds, id: string): Promise<SmsStatus | null> {
  const claimed = await claim(needs.kysely, id)
  if (!claimed) return null
  if (mayTry(claimed)) return continued(claimed.traceparent, () => attempt(needs, claimed))
  const end = { status: endOf(claimed), unknownOutcomes: claimed.unknownOutcomes }
  await recordFailed(needs.kysely, claimed, end, null)
  return end.status
}

/** Runs an attempt as a part of the trace of the request that made the text. */
async function continued<T>(traceparent: string | null, work: () => Promise<T>): Promise<T> {
  const trace = readTraceparent(traceparent ?? undefined)
  if (!trace) return work()
  try {
    return await inTrace(trace, work)
  } finally {
    endTrace(trace)
  }
}

async function attempt(needs: SmsNeeds, sms: Claim): Promise<SmsStatus> {
  const body = bodyOf(needs.bodySealer, sms)
  if (body === null) return endUnreadable(needs, sms)
  const providers = smsProvidersFor(sms.mode, needs.smsProviders)
  if (providers[0].delivers && sms.kind === 'draft') {
    const admission = await admissionOf(needs, sms)
    if (admission !== 'admitted') return keepBack(needs, sms, admission)
  }
  const asked = await askProviders(needs, providers, { ...sms, body })
  if (asked instanceof ProviderError) return settleFailure(needs, sms, asked)
  await reporting(needs, () => recordSent(needs.kysely, sms, asked))
  return 'sent'
}

/** The text was sealed with another secret key, so no retry can open it. */
async function endUnreadable(needs: SmsNeeds, sms: Claim): Promise<SmsStatus> {
  const { unknownOutcomes } = sms
  const status = endOf(sms)
  needs.onSmsError(new ProviderError('sms', unreadable, { retryable: false, outcome: 'refused' }))
  await reporting(needs, () => recordFailed(needs.kysely, sms, { status, unknownOutcomes }, unreadable))
  return status
}

const unreadable = 'sealed with another secret key'

/** An SMS that could not be counted against the caps is not sent. */
async function admissionOf(needs: SmsNeeds, sms: Claim): Promise<Admission | Error> {
  return needs
    .countHandover(sms)
    .catch((error: unknown) => (error instanceof Error ? error : new Error('sms: not counted')))
}

async function keepBack(
  needs: SmsNeeds,
  sms: Claim,
  reason: Exclude<Admission, 'admitted'> | Error,
): Promise<SmsStatus> {
  if (reason instanceof Error) {
    needs.onSmsError(reason)
    return settleFailure(needs, sms, notCounted)
  }
  const end = { status: 'failed' as const, unknownOutcomes: sms.unknownOutcomes }
  if (reason === 'over_cap') await reporting(needs, () => recordFailed(needs.kysely, sms, end, 'cap'))
  return 'failed'
}

const notCounted = new ProviderError('sms', 'daily caps not counted', { retryable: true, outcome: 'refused' })

async function settleFailure(needs: SmsNeeds, sms: Claim, error: ProviderError): Promise<SmsStatus> {
  needs.onSmsError(error)
  const next = afterFailure(error, sms, Math.random())
  const record = () =>
    next.status === 'due'
      ? recordRetry(needs.kysely, sms, next, error.message)
      : recordFailed(needs.kysely, sms, next, error.message)
  await reporting(needs, record)
  return next.status
}

/**
 * Writes an outcome. After an error it is tried again in the background while the lease lasts: else a text that was
 * sent just before a failover would be sent a second time.
 */
async function reporting(needs: SmsNeeds, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    needs.onSmsError(error instanceof Error ? error : new Error('sms: outcome not written'))
    void repeat(write)
  }
}

const repeatMs = 500

/** A later claim has another id, so a write that comes too late has no effect. */
async function repeat(write: () => Promise<unknown>): Promise<void> {
  const endsAtMs = performance.now() + leaseSeconds * 1_000
  const isWritten = () =>
    write().then(
      () => true,
      () => false,
    )
  do await sleep(repeatMs, undefined, { ref: false })
  while (performance.now() < endsAtMs && !(await isWritten()))
}

function claimOf(row: NewSms): Claim {
  const lifeSeconds = (row.give_up_at.getTime() - row.created_at.getTime()) / 1_000
  return {
    id: row.id,
    claimId: row.claim_id ?? '',
    traceparent: row.traceparent,
    kind: row.kind,
    keyId: row.key_id,
    mode: row.mode,
    provider: row.provider,
    to: row.to_phone,
    body: row.body,
    sealedBody: row.sealed_body,
    attempts: row.attempts,
    unknownOutcomes: row.unknown_outcomes,
    lifeSeconds,
    remainingSeconds: lifeSeconds,
  }
}

/** The first provider for an SMS, which its row names until another one is asked. */
export const smsProviderFor = (mode: KeyMode, configured: SmsProviders): SmsProvider =>
  smsProvidersFor(mode, configured)[0]

/** The providers for an SMS. SMS of test keys always go to the outbox, regardless of the settings. */
const smsProvidersFor = (mode: KeyMode, configured: SmsProviders): SmsProviders =>
  mode === 'live' ? configured : [outbox.connect({})]
