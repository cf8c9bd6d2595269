import { type Expression, type SqlBool, sql } from 'kysely'
import type { FunnelStage } from '#contract/vocabulary.ts'
import { unfinishedSql } from '../db/leased-rows.ts'

/**
 * Whether a row of `job` is alive. A draft is gone from `expires_at` on, deleted or not (DESIGN 3, Status), unless
 * the customer began to pay before: then it stays alive until that payment is decided.
 */
export const isAliveSql = `(job.status <> 'draft' or job.expires_at > now() or exists (
  select 1 from payment where payment.job_id = job.id and payment.status in ('authorizing', 'action_required')))`

export const isAlive = sql<boolean>`${sql.raw(isAliveSql)}`

/** In addition to `isAlive`: a payment or an unsettled effect at the processor still needs its job. */
export const isPayingSql = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and ${unfinishedSql('e.status')})))`

/**
 * Which jobs a task works on: a condition on a row of `job`. The background tasks work on all jobs; the sandbox runs the same
 * tasks for the jobs of one test key.
 */
export type Scope = Expression<SqlBool>

export const allJobs: Scope = sql<boolean>`true`

/** Names the mode, so that PostgreSQL expects few rows, and does not read all jobs, where a live key has millions. */
export const jobsOfTestKey = (keyId: string): Scope =>
  sql<boolean>`job.key_id = ${keyId} and job.mode = 'test'`

/** SQL, on a row of `job`: that its life came to the stage. The last stage first; a job that reached none is `created`. */
const signs: [FunnelStage, string][] = [
  ['completed', 'job.completed_at is not null'],
  ['accepted', 'job.accepted_at is not null'],
  ['published', 'job.posted_at is not null'],
  ['payment_started', 'exists (select from payment where payment.job_id = job.id)'],
  ['signed_in', 'job.customer_id is not null'],
  ['link_opened', 'job.link_opened_at is not null'],
  [
    'sms_accepted',
    `exists (select from sms where sms.job_id = job.id and sms.kind = 'draft' and sms.status = 'sent')`,
  ],
]

/** SQL: the furthest stage that a handed-over job has reached. */
export const stageOfJob = `case ${signs.map(([stage, sign]) => `when ${sign} then '${stage}'`).join(' ')} else 'created' end`
