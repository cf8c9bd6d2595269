import type { FunnelStage } from '#contract/vocabulary.ts'

/** SQL condition on a row of `job`: the job reached this stage. The last stage first; the default is `created`. */
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
