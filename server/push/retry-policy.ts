import type { NoticeKind } from '#contract/vocabulary.ts'
import { FetchRefused } from '../lib/fetch-refused.ts'
import type { PushAnswer } from './deliver.ts'

/** What becomes of a push after a try. `forget`: the browser has dropped the subscription. */
export type Next =
  | { is: 'sent' }
  | { is: 'forget' }
  | { is: 'failed'; why: string }
  | { is: 'again'; delaySeconds: number; why: string }

const mostAttempts = 5
const mostDelaySeconds = 3_600

/** RFC 8030: 201 is accepted, 404 and 410 are gone; 429 and 5xx, or no answer at all, may be better later. */
export function afterAnswer({ status, retryAfterSeconds }: PushAnswer, attempts: number): Next {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'forget' }
  if (status === 429 || status >= 500) return again(attempts, `status ${status}`, retryAfterSeconds ?? 0)
  return { is: 'failed', why: `status ${status}` }
}

export function afterError(error: unknown, attempts: number): Next {
  if (error instanceof FetchRefused && error.reason !== 'dns')
    return { is: 'failed', why: `refused: ${error.reason}` }
  // Its text may quote the endpoint, which is a secret of the browser's.
  return again(attempts, error instanceof Error ? error.name : 'no answer', 0)
}

function again(attempts: number, why: string, atLeastSeconds: number): Next {
  if (attempts >= mostAttempts) return { is: 'failed', why }
  const delaySeconds = Math.max(30 * 4 ** (attempts - 1), atLeastSeconds)
  return { is: 'again', why, delaySeconds: Math.min(delaySeconds, mostDelaySeconds) }
}

/** How long a push service keeps it for a device that is off. A job nearby is soon somebody else's. */
export const lifeSeconds = (kind: NoticeKind): number => (kind === 'job_nearby' ? 900 : 86_400)
