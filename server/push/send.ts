import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { NoticeKind, PersonLanguage } from '#contract/vocabulary.ts'
import { languageSql } from '../db/language-columns.ts'
import {
  afterSeconds,
  type Claim,
  claimRow,
  dueIds,
  finishRow,
  releaseRow,
  runDueRows,
} from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { deliver } from './deliver.ts'
import { forgetDevice, giveUp, pushRows } from './devices.ts'
import { type AboutJob, aboutJobSql, pushPayload } from './messages.ts'
import { forgetIfRefused } from './refused-devices.ts'
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

type Claimed = Claim & { attempts: number } & Context

type Context = {
  ageSeconds: number
  subscriptionId: string
  noticeId: number
  endpoint: string
  p256dh: string
  auth: string
  kind: NoticeKind
  language: PersonLanguage
  job: AboutJob | null
  /** False when the device was moved to another account after the push was written. */
  isOwnDevice: boolean
}

/** Sends all due pushes. A push that is retried after a crash replaces the first message on the device. */
export function sendDuePushes(needs: PushNeeds, signal: AbortSignal): Promise<void> {
  let keys: Promise<VapidKeys> | undefined
  const due = {
    together: 10,
    findIds: (limit: number) => dueIds(needs.kysely, pushRows, { limit }),
    async work(id: string) {
      keys ??= readVapidKeys(needs.kysely)
      const push = await claimPush(needs, id)
      if (push) await settle(needs.kysely, push, await attempt(needs, push, await keys))
    },
  }
  return runDueRows(due, signal)
}

async function attempt(needs: PushNeeds, push: Claimed, keys: VapidKeys): Promise<Next> {
  const { endpoint, p256dh, auth, kind, language, job, attempts } = push
  if (!push.isOwnDevice) return { is: 'failed', why: 'device of another account' }
  const left = Math.floor(lifeSeconds(kind) - push.ageSeconds)
  if (left <= 0) return { is: 'failed', why: 'too late' }
  try {
    const payload = pushPayload({ kind, language, job })
    const { default: webPush } = await import('web-push')
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

async function claimPush({ kysely, pool }: PushNeeds, id: string): Promise<Claimed | null> {
  const claimed = await claimRow(kysely, pushRows, id)
  if (!claimed) return null
  const { rows } = await pool.query<Context>(
    `select extract(epoch from now() - n.created_at)::float8 as "ageSeconds", s.id as "subscriptionId",
       n.id::float8 as "noticeId", s.endpoint, s.p256dh, s.auth, n.kind, ${languageSql('a')} as language, ${aboutJobSql} as job,
       n.account_id = s.account_id as "isOwnDevice"
     from push p
     join push_subscription s on s.id = p.subscription_id
     join notice n on n.id = p.notice_id
     join account a on a.id = n.account_id
     left join job on job.id = n.job_id left join account who on who.id = job.carrier_id
     where p.id = $1`,
    [id],
  )
  const { claimId, attempts } = claimed
  return rows[0] ? { id, claimId, attempts, ...rows[0] } : null
}

async function settle(kysely: Kysely<Tables>, push: Claimed, next: Next): Promise<void> {
  if (next.is === 'forget') await forgetDevice(kysely, push)
  else if (next.is === 'failed') {
    await giveUp(kysely, push, next.why)
    await forgetIfRefused(kysely, push)
  } else if (next.is === 'sent') await finishRow(kysely, pushRows, push, { status: 'sent', last_error: null })
  else
    await releaseRow(kysely, pushRows, push, {
      dueAt: afterSeconds(next.delaySeconds),
      last_error: next.why,
    })
}
