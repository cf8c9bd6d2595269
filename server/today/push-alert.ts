import { type Kysely, sql } from 'kysely'
import type { PushPayload } from '#contract/app/live.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { deliver } from '../push/deliver.ts'
import { afterAnswer, afterError, type Next } from '../push/retry-policy.ts'
import { readVapidKeys } from '../push/vapid.ts'
import { texts } from '../texts/index.ts'
import { countOf, type Told } from './told-entries.ts'

type PushAlertNeeds = {
  kysely: Kysely<Tables>
  pushContact: string
  pushEndpointsAllowed: string[]
}

export type AlertDevice = {
  memberId: string
  endpoint: string
  p256dh: string
  auth: string
  language: Language
}

/** Null when the session of the browser has ended. */
export async function findAlertDevice(kysely: Kysely<Tables>, id: string): Promise<AlertDevice | null> {
  const { rows } = await sql<AlertDevice>`
    select device.member_id as "memberId", endpoint, p256dh, auth, member.language
    from member_push device join member on member.id = device.member_id
      join member_session session on session.id = device.session_id
    where device.id = ${id} and session.ended_at is null and session.expires_at > now()`.execute(kysely)
  return rows[0] ?? null
}

/** The push service keeps the message for a browser that is closed. A member reads older entries in *Today* itself. */
const lifeSeconds = 4 * 3_600

/** No attempt counts as the last of the retry policy: the entry may last longer than an outage of the push service. */
const anyAttempt = 4

type Alert = { device: AlertDevice; told: Told; alertId: string; attempts: number }

/** Sends an alert to a browser of a member: the kinds of entries and their number, as a lock screen may show it. */
export async function pushAlert(needs: PushAlertNeeds, alert: Alert): Promise<Next> {
  const { device, told, alertId } = alert
  const attempts = Math.min(alert.attempts, anyAttempt)
  try {
    const keys = await readVapidKeys(needs.kysely)
    const { default: webPush } = await import('web-push')
    const { endpoint, p256dh, auth } = device
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payloadOf(told, device, alertId)),
      {
        vapidDetails: { subject: needs.pushContact, ...keys },
        ...{ TTL: lifeSeconds, urgency: 'high', contentEncoding: 'aes128gcm' },
      },
    )
    const request = { endpoint, headers: details.headers, body: details.body }
    return afterAnswer(await deliver({ allowed: needs.pushEndpointsAllowed }, request), attempts)
  } catch (error) {
    return afterError(error, attempts)
  }
}

function payloadOf({ says, entries }: Told, { language }: AlertDevice, alertId: string): PushPayload {
  const { alerts } = texts[language]
  const title = alerts[says].subject(countOf(entries))
  const body = says === 'test' ? alerts.test.body() : alerts.listed(entries)
  return { kind: 'alert', title, body, url: '/admin', tag: `alert-${alertId}` }
}
