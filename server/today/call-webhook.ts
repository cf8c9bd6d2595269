import { createHmac } from 'node:crypto'
import { deliver } from '../push/deliver.ts'
import { afterAnswer, afterError, type Next } from '../push/retry-policy.ts'
import type { AlertSettings } from './alerts.ts'
import type { Told } from './told-entries.ts'

type Call = { id: string; told: Told; attempts: number; baseUrl: string }

/**
 * Posts an alert to the operator's webhook, signed as Standard Webhooks asks. A call whose answer was lost is repeated
 * with the same `webhook-id`, by which the receiver knows it. Every answer but 2xx is tried again: a wrong address or
 * key is corrected, and the alert must not be lost by then.
 */
export async function callWebhook(
  { url, secret, allowed }: NonNullable<AlertSettings['webhook']>,
  { id, told: { says, entries, createdAt }, attempts, baseUrl }: Call,
): Promise<Next> {
  const body = JSON.stringify({
    type: types[says],
    timestamp: createdAt.toISOString(),
    data: { entries, url: `${baseUrl}/admin` },
  })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf({ secret, id, timestamp, body })}`,
  }
  try {
    const answer = await deliver({ allowed }, { endpoint: url, headers, body: Buffer.from(body) })
    return untilSent(afterAnswer(answer, 1), attempts)
  } catch (error) {
    return untilSent(afterError(error, 1), attempts)
  }
}

const types: Record<Told['says'], string> = {
  begun: 'today.red',
  ended: 'today.ended',
  test: 'today.test',
}

/** 30 s, 2 min, 8 min, 32 min and then an hour apart. */
function untilSent(next: Next, attempts: number): Next {
  if (next.is === 'sent') return next
  const why = next.is === 'forget' ? 'status 404 or 410' : next.why
  const delaySeconds = Math.min(30 * 4 ** Math.min(attempts - 1, 9), 3_600)
  return {
    is: 'again',
    why,
    delaySeconds: Math.max(delaySeconds, next.is === 'again' ? next.delaySeconds : 0),
  }
}

/** Base64 of HMAC-SHA256 over id, timestamp and body. A secret with `whsec_` holds its key in base64. */
function signatureOf({
  secret,
  ...of
}: {
  secret: string
  id: string
  timestamp: string
  body: string
}): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  return createHmac('sha256', key).update(`${of.id}.${of.timestamp}.${of.body}`).digest('base64')
}
