import type { Kysely } from 'kysely'
import type pg from 'pg'
import webPush from 'web-push'
import type { Language, NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { aboutJobSql } from './about-job.ts'
import { deliver } from './deliver.ts'
import { forgetDevice } from './forget-device.ts'
import { giveUp } from './give-up.ts'
import { type AboutJob, pushPayload } from './messages.ts'
import { afterAnswer, afterError, lifeSeconds, type Next } from './retry-policy.ts'
import { readVapidKeys, type VapidKeys } from './vapid.ts'

export type PushNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  /** `mailto:` or https URL where the operators of a push service can reach us. */
  pushContact: string
  /** `host:port` pairs that are exempt from the address rules (`PUSH_ENDPOINTS_ALLOWED`). */
  pushEndpointsAllowed: string[]
}

type Claimed = {
  id: string
  claimId: string
  attempts: number
  ageSeconds: number
  subscriptionId: string
  noticeId: number
  endpoint: string
  p256dh: string
  auth: string
  kind: NoticeKind
  language: Language
  job: AboutJob | null
  /** False when the device was moved to another account after the push was written. */
  isOwnDevice: boolean
}

const batch = 50
const together = 10

/**
 * Sends one batch of due pushes, a few concurrently. Each has a row before its request: if the sender dies, the push is
 * sent again when its lease expires, and replaces the first message on the device.
 *
 * @returns whether there may be more due pushes.
 */
export async function sendDuePushes(needs: PushNeeds, signal: AbortSignal): Promise<boolean> {
  const claimed = await claimPushes(needs.pool)
  if (claimed.length === 0) return false
  const keys = await readVapidKeys(needs.kysely)
  const queue = [...claimed]
  const worker = async () => {
    for (let push = queue.shift(); push && !signal.aborted; push = queue.shift())
      await settle(needs.pool, push, await attempt(needs, push, keys))
  }
  await Promise.all(Array.from({ length: together }, worker))
  return claimed.length === batch
}

async function attempt(needs: PushNeeds, push: Claimed, keys: VapidKeys): Promise<Next> {
  const { endpoint, p256dh, auth, kind, language, job, attempts } = push
  if (!push.isOwnDevice) return { is: 'failed', why: 'device of another account' }
  const left = Math.floor(lifeSeconds(kind) - push.ageSeconds)
  if (left <= 0) return { is: 'failed', why: 'too late' }
  try {
    const payload = pushPayload({ kind, language, job })
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: needs.pushContact, ...keys },
        TTL: left,
        urgency: kind === 'job_nearby' || kind === 'job_accepted' ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
        // The push service keeps only the newest message with this topic (job) for an offline device.
        ...(job && { topic: job.id.replaceAll('-', '') }),
      },
    )
    const request = { endpoint, headers: details.headers, body: details.body }
    return afterAnswer(await deliver({ allowed: needs.pushEndpointsAllowed }, request), attempts)
  } catch (error) {
    return afterError(error, attempts)
  }
}

/** Claims due pushes with a lease of 60 s. */
async function claimPushes(pool: pg.Pool): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(
    `with due as (
       select id from push where status in ('due', 'running') and due_at <= now()
       order by due_at limit $1 for update skip locked
     ), claimed as (
       update push set status = 'running', attempts = attempts + 1, claim_id = gen_random_uuid(),
         due_at = now() + interval '60 seconds'
       from due where push.id = due.id returning push.*
     )
     select p.id, p.claim_id as "claimId", p.attempts, extract(epoch from now() - n.created_at)::float8 as "ageSeconds",
       s.id as "subscriptionId", n.id::float8 as "noticeId", s.endpoint, s.p256dh, s.auth, n.kind, a.language,
       ${aboutJobSql} as job, n.account_id = s.account_id as "isOwnDevice"
     from claimed p
     join push_subscription s on s.id = p.subscription_id
     join notice n on n.id = p.notice_id
     join account a on a.id = n.account_id
     left join job on job.id = n.job_id left join account who on who.id = job.carrier_id`,
    [batch],
  )
  return rows
}

async function settle(pool: pg.Pool, push: Claimed, next: Next): Promise<void> {
  if (next.is === 'forget') return forgetDevice(pool, push)
  if (next.is === 'failed') return giveUp(pool, push, next.why)
  const isSent = next.is === 'sent'
  await pool.query(
    `update push set status = $3, last_error = $4, due_at = now() + make_interval(secs => $5)
     where id = $1 and claim_id = $2 and status = 'running'`,
    [
      push.id,
      push.claimId,
      isSent ? 'sent' : 'due',
      isSent ? null : next.why,
      isSent ? 0 : next.delaySeconds,
    ],
  )
}
