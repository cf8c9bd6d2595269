import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type CancellationFacts, type CancellationTerms, termsOf } from '../cancellation.ts'
import { deadlineOf, isTripReportedSql } from '../collection.ts'
import type { JobRow } from '../transition.ts'
import { noPayment, type PaymentView } from './payment-view.ts'

type Db = Kysely<Tables>

/**
 * What cancelling costs at `job.now`: the fee that the app shows and a cancellation charges (promise 13).
 *
 * @param payment of `readPayments`.
 */
export async function readTerms(
  kysely: Db,
  job: JobRow & { now: Date },
  payment: PaymentView = noPayment,
): Promise<CancellationTerms> {
  const faults = deadlineOf(job) === null ? noFaults : await readFaults(kysely, job.id)
  return termsOf(job, { now: job.now, paymentInProgress: payment.inProgress, ...faults })
}

type Faults = Pick<CancellationFacts, 'isReported' | 'isTripReported' | 'isCarrierUnavailable'>

/** They count only while a carrier has to collect. */
const noFaults: Faults = { isReported: false, isTripReported: false, isCarrierUnavailable: false }

export async function readFaults(kysely: Db, jobId: string): Promise<Faults> {
  const found = await kysely
    .selectFrom('job')
    .select([isReported.as('isReported'), isTripReported.as('isTripReported')])
    .select(isCarrierUnavailable.as('isCarrierUnavailable'))
    .where('id', '=', jobId)
    .executeTakeFirst()
  return found ?? noFaults
}

/**
 * A report about an earlier carrier does not count. After staff have dismissed one, a repeated report is ignored: then
 * the deadline, or staff, decide.
 */
const isReported = sql<boolean>`(exists (
    select from job_problem p where p.job_id = job.id and p.kind = 'not_collected'
      and p.status in ('open', 'upheld') and p.created_at >= job.accepted_at)
  and not exists (
    select from job_problem p where p.job_id = job.id and p.kind = 'not_collected'
      and p.status = 'dismissed' and p.created_at >= job.accepted_at)
  or exists (select from trip_report r where r.job_id = job.id and r.carrier_id = job.carrier_id
    and r.created_at >= job.accepted_at and r.status = 'dismissed'))`

const isTripReported = sql<boolean>`${sql.raw(isTripReportedSql)}`

const isCarrierUnavailable = sql<boolean>`exists (
  select from account a where a.id = job.carrier_id and (a.suspended_at is not null or a.erased_at is not null))`
