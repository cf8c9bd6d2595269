import { createHmac } from 'node:crypto'
import { afterSeconds, claimRow, dueIds, finishRow, releaseRow, runDueRows } from '../db/leased-rows.ts'
import { deliver } from '../push/deliver.ts'
import { afterAnswer, afterError, type Next } from '../push/retry-policy.ts'
import type { AlertNeeds, AlertSettings } from './alerts.ts'

/** `alert` as a queue. A request takes at most 10 s. */
const alertRows = { table: 'alert', leaseSeconds: 30 } as const

export type WebhookNeeds = AlertNeeds & {
  /** Public URL of this installation, without a final slash. */
  baseUrl: string
}

/**
 * Posts each alert to the operator's webhook, signed as Standard Webhooks asks. A call whose answer was lost is
 * repeated with the same `webhook-id`, by which the receiver knows it.
 */
export async function callAlertWebhook(needs: WebhookNeeds, signal: AbortSignal): Promise<void> {
  const { kysely, alerts } = needs
  const { webhook } = alerts
  if (!webhook) return
  const due = {
    together: 1,
    findIds: (limit: number) => dueIds(kysely, alertRows, { limit }),
    async work(id: string) {
      const alert = await claimRow(kysely, alertRows, id)
      if (!alert) return
      const { entries, created_at: at } = alert
      const body = JSON.stringify({
        type: 'today.red',
        timestamp: at.toISOString(),
        data: { entries, url: `${needs.baseUrl}/admin` },
      })
      const next = await post(webhook, { id, body, attempts: alert.attempts })
      if (next.is === 'again')
        await releaseRow(kysely, alertRows, alert, {
          dueAt: afterSeconds(next.delaySeconds),
          last_error: next.why,
        })
      else if (next.is === 'sent')
        await finishRow(kysely, alertRows, alert, { status: 'sent', last_error: null })
      else {
        const why = next.is === 'failed' ? next.why : 'status 404 or 410'
        await finishRow(kysely, alertRows, alert, { status: 'failed', last_error: why })
      }
    },
  }
  await runDueRows(due, signal)
}

async function post(
  { url, secret, allowed }: NonNullable<AlertSettings['webhook']>,
  { id, body, attempts }: { id: string; body: string; attempts: number },
): Promise<Next> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf({ secret, id, timestamp, body })}`,
  }
  try {
    return afterAnswer(
      await deliver({ allowed }, { endpoint: url, headers, body: Buffer.from(body) }),
      attempts,
    )
  } catch (error) {
    return afterError(error, attempts)
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
