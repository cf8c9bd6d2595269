import type { SmsStatus } from '../db/tables.ts'

/**
 * State of an SMS at the end of an attempt. Durations are from the database's clock, because the node's clock may
 * differ.
 */
export type SmsLife = {
  attempts: number
  unknownOutcomes: number
  /** From the creation of the row until we give up. */
  lifeSeconds: number
  remainingSeconds: number
}

export type Failure = {
  retryable: boolean
  outcome: 'refused' | 'unknown'
  /** The provider's `Retry-After`; limited to an hour. */
  retryAfterSeconds?: number | null
}

export type Next =
  | { status: 'due'; delaySeconds: number; unknownOutcomes: number }
  | { status: 'failed' | 'unknown'; unknownOutcomes: number }

/** Lease of one attempt: well above the 5 s timeout of a request, well below the 60 s in which work must resume. */
export const leaseSeconds = 30

/**
 * The next state of an SMS after a failed attempt. A permanent refusal ends it. After a lost response, which may have
 * been a delivery, it is retried once and then left as `unknown`. Everything else is retried until its timeout.
 *
 * @param random jitter of the delay, from 0 to 1.
 */
export function afterFailure(failure: Failure, life: SmsLife, random: number): Next {
  const { retryable, outcome, retryAfterSeconds } = failure
  const unknownOutcomes = life.unknownOutcomes + (outcome === 'unknown' ? 1 : 0)
  if (outcome === 'refused' && !retryable) return { status: 'failed', unknownOutcomes }
  const delaySeconds = Math.max(retryDelay(life, random), Math.min(retryAfterSeconds ?? 0, maxWaitSeconds))
  const later = { ...life, unknownOutcomes, remainingSeconds: life.remainingSeconds - delaySeconds }
  if (!mayTry(later)) return { status: endOf(later), unknownOutcomes }
  return { status: 'due', delaySeconds, unknownOutcomes }
}

/** False after the timeout, or when another retry could send the customer the SMS a third time. */
export function mayTry({ unknownOutcomes, remainingSeconds }: SmsLife): boolean {
  return remainingSeconds > 0 && unknownOutcomes <= maxRepeats
}

/** The final state of an SMS that may not be retried. */
export function endOf({ unknownOutcomes }: SmsLife): Extract<SmsStatus, 'failed' | 'unknown'> {
  return unknownOutcomes > 0 ? 'unknown' : 'failed'
}

/**
 * When to stop retrying: an hour before the link expires, when it would be useless. A short-lived draft is retried
 * for nine tenths of its life.
 */
export function giveUpAt(createdAt: Date, expiresAt: Date): Date {
  const lifeMs = expiresAt.getTime() - createdAt.getTime()
  return new Date(expiresAt.getTime() - Math.min(3_600_000, lifeMs / 10))
}

const maxRepeats = 1
const maxWaitSeconds = 3_600

/**
 * 30 s, growing to 30 min; scaled down for drafts that live less than five minutes or two hours. Growth by 1.3 keeps
 * the delay below half of the outage: after ten minutes without a provider, the SMS is sent within five minutes of its
 * return.
 */
function retryDelay({ attempts, lifeSeconds }: SmsLife, random: number): number {
  const first = Math.min(30, lifeSeconds / 10)
  const last = Math.max(first, Math.min(1_800, lifeSeconds / 4))
  const jitter = 1 + random / 4
  return Math.min(last, first * 1.3 ** (attempts - 1) * jitter)
}
