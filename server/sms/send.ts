import type { Kysely } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsStatus, Tables } from '../db/tables.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { Admission, CountHandover } from './handover.ts'
import type { SmsProvider } from './provider.ts'
import { outbox } from './providers/outbox.ts'
import { afterFailure, endOf, mayTry } from './retry-policy.ts'
import { type BodySealer, bodyOf } from './sealed-body.ts'
import { type Claim, claim, type NewSms, recordFailed, recordRetry, recordSent } from './store.ts'

export type SmsNeeds = {
  kysely: Kysely<Tables>
  /** The provider of `SMS_PROVIDER`, for live keys. */
  smsProvider: SmsProvider
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
  if (mayTry(claimed)) return attempt(needs, claimed)
  const end = { status: endOf(claimed), unknownOutcomes: claimed.unknownOutcomes }
  await recordFailed(needs.kysely, claimed, end, null)
  return end.status
}

async function attempt(needs: SmsNeeds, sms: Claim): Promise<SmsStatus> {
  const body = bodyOf(needs.bodySealer, sms)
  if (body === null) return endUnreadable(needs, sms)
  const provider = smsProviderFor(sms.mode, needs.smsProvider)
  if (provider.delivers && sms.kind === 'draft') {
    const admission = await admissionOf(needs, sms)
    if (admission !== 'admitted') return keepBack(needs, sms, admission)
  }
  let messageId: string | null
  try {
    const { id, to } = sms
    messageId = (await provider.send({ id, to, body }, AbortSignal.timeout(timeoutMs))).messageId
  } catch (error) {
    return settleFailure(needs, sms, asProviderError(provider, error))
  }
  await reporting(needs, recordSent(needs.kysely, sms, { provider: provider.name, messageId }))
  return 'sent'
}

/** The text was sealed with another secret key, so no retry can open it. */
async function endUnreadable(needs: SmsNeeds, sms: Claim): Promise<SmsStatus> {
  const { unknownOutcomes } = sms
  const status = endOf(sms)
  needs.onSmsError(new ProviderError('sms', unreadable, { retryable: false, outcome: 'refused' }))
  await reporting(needs, recordFailed(needs.kysely, sms, { status, unknownOutcomes }, unreadable))
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
  if (reason === 'over_cap') await reporting(needs, recordFailed(needs.kysely, sms, end, 'cap'))
  return 'failed'
}

const notCounted = new ProviderError('sms', 'daily caps not counted', { retryable: true, outcome: 'refused' })

async function settleFailure(needs: SmsNeeds, sms: Claim, error: ProviderError): Promise<SmsStatus> {
  needs.onSmsError(error)
  const next = afterFailure(error, sms, Math.random())
  const record =
    next.status === 'due'
      ? recordRetry(needs.kysely, sms, next, error.message)
      : recordFailed(needs.kysely, sms, next, error.message)
  await reporting(needs, record)
  return next.status
}

/** Waits for a write whose error can be ignored: the row is retried when its lease expires. */
async function reporting(needs: SmsNeeds, write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) =>
    needs.onSmsError(error instanceof Error ? error : new Error('sms: outcome not written')),
  )
}

/**
 * An unexpected error may have happened after the SMS was sent, so its outcome is unknown. Its message may quote
 * personal data, so only its name is kept.
 */
function asProviderError(provider: SmsProvider, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const name = error instanceof Error ? error.name : typeof error
  return new ProviderError(provider.name, `unexpected ${name}`, { retryable: true, outcome: 'unknown' })
}

function claimOf(row: NewSms): Claim {
  const lifeSeconds = (row.give_up_at.getTime() - row.created_at.getTime()) / 1_000
  return {
    id: row.id,
    claimId: row.claim_id ?? '',
    kind: row.kind,
    keyId: row.key_id,
    mode: row.mode,
    to: row.to_phone,
    body: row.body,
    sealedBody: row.sealed_body,
    attempts: row.attempts,
    unknownOutcomes: row.unknown_outcomes,
    lifeSeconds,
    remainingSeconds: lifeSeconds,
  }
}

/** Reliability rule: timeout of a request to an SMS provider. */
const timeoutMs = 5_000

/** The provider for an SMS. SMS of test keys always go to the outbox, regardless of the settings. */
export function smsProviderFor(mode: KeyMode, configured: SmsProvider): SmsProvider {
  return mode === 'live' ? configured : outbox.connect({})
}
