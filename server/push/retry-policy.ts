import type { NoticeKind } from '#contract/vocabulary.ts'
import { FetchRefused } from '#lib/safe-fetch/fetch-errors.ts'
import type { PushAnswer } from './deliver.ts'
import { refusalOf } from './refused-devices.ts'

/** The next step for a push after an attempt. `forget`: the browser has dropped the subscription. */
export type Next =
  | { is: 'sent' }
  | { is: 'forget' }
  | { is: 'failed'; why: string }
  | { is: 'again'; delaySeconds: number; why: string }

const maxAttempts = 5
const maxDelaySeconds = 3_600

/** RFC 8030: 201 is accepted, 404 and 410 mean that the subscription has ended; 429 and 5xx are retried. */
export function afterAnswer({ status, retryAfterSeconds }: PushAnswer, attempts: number): Next {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'forget' }
  if (status === 429 || status >= 500) return again(attempts, `status ${status}`, retryAfterSeconds ?? 0)
  return { is: 'failed', why: refusalOf(status) }
}

export function afterError(error: unknown, attempts: number): Next {
  if (error instanceof FetchRefused && error.reason !== 'dns')
    return { is: 'failed', why: `refused: ${error.reason}` }
  // Only the name: the message may contain the endpoint, which is a secret of the browser.
  return again(attempts, error instanceof Error ? error.name : 'no answer', 0)
}

function again(attempts: number, why: string, atLeastSeconds: number): Next {
  if (attempts >= maxAttempts) return { is: 'failed', why }
  const delaySeconds = Math.max(30 * 4 ** (attempts - 1), atLeastSeconds)
  return { is: 'again', why, delaySeconds: Math.min(delaySeconds, maxDelaySeconds) }
}

/**
 * TTL: how long a push service keeps a message for an offline device. Short for nearby jobs, which are soon taken. An
 * hour less than the day in which a notice may be texted, so a late push can still become a text.
 */
export const lifeSeconds = (kind: NoticeKind): number => (kind === 'job_nearby' ? 900 : 82_800)
