import { type Kysely, sql } from 'kysely'
import type { JobAct } from '#contract/admin/job-detail.ts'
import type { TripReportStatus } from '#contract/reports.ts'
import type { PaymentStatus, SmsStatus, Tables } from '../../../db/tables.ts'
import type { Problem } from '../../../lib/problem.ts'
import { refundableCents } from '../../../payments/payment.ts'
import { type AskedFor, wasAsked } from '../../asked-customers.ts'
import { isReportOpenSql } from '../../conversation/reports.ts'
import { lastTripReport, statusAfter } from '../../doubts/trip-report.ts'
import { isHeld } from '../../eligibility.ts'
import { isPayingSql } from '../../is-alive.ts'
import { isBlocked } from '../../money/blocks.ts'
import { owedCents } from '../../money/owed.ts'
import { renewFacts } from '../../money/renew.ts'
import {
  answerRefusal,
  askRefusal,
  cancelRefusal,
  chargeRefusal,
  confirmRefusal,
  decisionRefusal,
  hideRefusal,
  noteRefusal,
  pinRefusal,
  type RenewFacts,
  reassignRefusal,
  refundRefusal,
  renewRefusal,
  resendProblem,
  resendRefusal,
  tripRefusal,
  unhideRefusal,
  withdrawRefusal,
} from '../../staff-guards.ts'
import type { JobRow } from '../../transition.ts'

export type Refusals = Record<JobAct, Problem | null>

/** Why staff cannot do each act on a job now, or null. The acts check the same guards under their locks. */
export async function findRefusals(kysely: Kysely<Tables>, job: JobRow): Promise<Refusals> {
  const { status, mode } = job
  const {
    statuses,
    leftCents,
    isReportOpen,
    openReports,
    upheldReports,
    tripReport,
    inDoubt,
    isPaying,
    held,
    blocked,
    texts,
    renewal,
    asked,
  } = await readFacts(kysely, job)
  const isHidden = job.staff_hidden_at !== null
  const isCollected = job.collected_at !== null || job.delivered_at !== null
  const ask = {
    ...{ status, asked, isHidden: job.hidden_at !== null, hasCustomer: job.customer_id !== null },
    // Depends on a setting that only the act knows.
    isReachable: true,
  }
  const resend = resendRefusal({ status, texts })
  return {
    cancel: cancelRefusal({ status, statuses }),
    charge: chargeRefusal({ owedCents: owedCents(job), statuses, isBlocked: blocked }),
    refund: refundRefusal(leftCents, 1),
    resend_text: resend && resendProblem(resend),
    hide: hideRefusal({ status, isHidden }),
    unhide: unhideRefusal({ status, isHidden }),
    withdraw: withdrawRefusal({ status, isPaying }),
    uphold: decisionRefusal(openReports, inDoubt),
    dismiss: decisionRefusal(openReports + upheldReports, inDoubt),
    uphold_trip: tripRefusal(tripReport !== null && statusAfter(tripReport, 'uphold') !== null),
    dismiss_trip: tripRefusal(tripReport !== null && statusAfter(tripReport, 'dismiss') !== null),
    confirm_delivery: confirmRefusal(inDoubt),
    reassign: reassignRefusal({ status, mode, isCollected, isHeld: held }),
    renew_hold: renewRefusal(renewal),
    ask_payment: askRefusal('payment', ask),
    ask_address: askRefusal('address', ask),
    set_pin: pinRefusal({ status, isCollected: job.delivered_at !== null, awayKm: 0, uncertaintyKm: 0 }),
    answer: answerRefusal(isReportOpen),
    note: noteRefusal(job.data_removed_at !== null),
  }
}

type Facts = {
  statuses: PaymentStatus[]
  leftCents: number | null
  isReportOpen: boolean
  openReports: number
  upheldReports: number
  /** Of the last report of the present carrier; null without one. */
  tripReport: TripReportStatus | null
  inDoubt: boolean
  isPaying: boolean
  held: boolean
  blocked: boolean
  texts: { status: SmsStatus; to_phone: string; ageSeconds: number }[]
  renewal: RenewFacts
  asked: Record<AskedFor, boolean>
}

/** The data that the acts read under their locks, in one statement. */
async function readFacts(kysely: Kysely<Tables>, job: JobRow): Promise<Facts> {
  const jobId = job.id
  const { rows } = await sql<Omit<Facts, 'tripReport'>>`
    select
      array(select p.status from payment p where p.job_id = job.id and p.purpose <> 'tip') as statuses,
      ${leftCents} as "leftCents",
      ${sql.raw(isReportOpenSql)} as "isReportOpen",
      (select count(*)::integer from job_problem p where p.job_id = job.id and p.status = 'open') as "openReports",
      (select count(*)::integer from job_problem p where p.job_id = job.id and p.status = 'upheld') as "upheldReports",
      exists (select from delivery_doubt d where d.job_id = job.id and d.resolved_at is null) as "inDoubt",
      ${sql.raw(isPayingSql)} as "isPaying",
      ${isHeld} as held,
      ${isBlocked} as blocked,
      ${draftTexts} as texts,
      ${renewFacts} as renewal,
      json_build_object('payment', ${wasAsked('payment')}, 'address', ${wasAsked('address')}) as asked
    from job where job.id = ${jobId}`.execute(kysely)
  const [facts = never(jobId)] = rows
  return { ...facts, tripReport: (await lastTripReport(kysely, job))?.status ?? null }
}

/** Of the payment that `jobs/money/share-refund.ts` chooses, or of the tip that has most left. */
const leftCents = sql`(
  select max(${refundableCents('p')}) from payment p where p.job_id = job.id and p.status = 'captured')`

const draftTexts = sql`(
  select coalesce(json_agg(json_build_object('status', sms.status, 'to_phone', sms.to_phone, 'ageSeconds',
    extract(epoch from clock_timestamp() - sms.created_at)::float8) order by sms.created_at desc, sms.id desc), '[]')
  from sms where sms.job_id = job.id and sms.kind = 'draft')`

function never(jobId: string): never {
  throw new Error(`the job ${jobId} was read in this transaction`)
}
