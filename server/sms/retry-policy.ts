import type { SmsStatus } from '../db/tables.ts'

/** Where a text stands when a try ends. Durations by the database's clock, so that no node's own clock matters. */
export type Standing = {
  attempts: number
  unknownOutcomes: number
  /** From the row's making until we give up. */
  lifeSeconds: number
  remainingSeconds: number
}

export type Failure = {
  retryable: boolean
  outcome: 'refused' | 'unknown'
  /** What the provider asked for; obeyed up to an hour. */
  retryAfterSeconds?: number | null
}

export type Next =
  | { status: 'pending'; delaySeconds: number; unknownOutcomes: number }
  | { status: 'failed' | 'unknown'; unknownOutcomes: number }

/** How long a try owns its row. Well over the 5 s a call may take, well under the 60 s in which work must resume. */
export const leaseSeconds = 30

/**
 * What becomes of a text after a try that was not accepted. A refusal that will not change ends it. A lost answer may
 * have been a delivery: it is repeated once, then left as `unknown`. Everything else is tried until time is up.
 */
export function afterFailure(failure: Failure, standing: Standing, random: number): Next {
  const { retryable, outcome, retryAfterSeconds } = failure
  const unknownOutcomes = standing.unknownOutcomes + (outcome === 'unknown' ? 1 : 0)
  if (outcome === 'refused' && !retryable) return { status: 'failed', unknownOutcomes }
  const delaySeconds = Math.max(
    retryDelay(standing, random),
    Math.min(retryAfterSeconds ?? 0, mostWaitSeconds),
  )
  const later = { ...standing, unknownOutcomes, remainingSeconds: standing.remainingSeconds - delaySeconds }
  if (!mayTry(later)) return { status: endOf(later), unknownOutcomes }
  return { status: 'pending', delaySeconds, unknownOutcomes }
}

/** False when the time is up, or when a further repeat could text the customer a third time. */
export function mayTry({ unknownOutcomes, remainingSeconds }: Standing): boolean {
  return remainingSeconds > 0 && unknownOutcomes <= maxRepeats
}

/** The final state of a text that may not be tried again. */
export function endOf({ unknownOutcomes }: Standing): Extract<SmsStatus, 'failed' | 'unknown'> {
  return unknownOutcomes > 0 ? 'unknown' : 'failed'
}

/** A link that dies within the hour helps nobody; a short-lived draft keeps nine tenths of its life for trying. */
export function giveUpAt(createdAt: Date, expiresAt: Date): Date {
  const lifeMs = expiresAt.getTime() - createdAt.getTime()
  return new Date(expiresAt.getTime() - Math.min(3_600_000, lifeMs / 10))
}

const maxRepeats = 1
const mostWaitSeconds = 3_600

/**
 * 30 s, growing to 30 min, in proportion for drafts of less than five minutes or two hours. Growth by 1.3 keeps the
 * wait below half of the outage behind it: what failed for ten minutes goes out within five of the provider's return.
 */
function retryDelay({ attempts, lifeSeconds }: Standing, random: number): number {
  const first = Math.min(30, lifeSeconds / 10)
  const last = Math.max(first, Math.min(1_800, lifeSeconds / 4))
  const jitter = 1 + random / 4
  return Math.min(last, first * 1.3 ** (attempts - 1) * jitter)
}
