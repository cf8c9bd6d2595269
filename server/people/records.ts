import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { isAlive } from '../jobs/is-alive.ts'

type Db = Kysely<Tables>

type Strike = { jobId: string; title: string; at: Date; reason: string | null }
type PayoutAccount = { processor: string; ready: boolean; createdAt: Date }
type OpenJob = {
  jobId: string
  title: string
  status: JobStatus
  acceptedAt: Date | null
  collectedAt: Date | null
  deliveredAt: Date | null
}

export type CarrierRecord = {
  strikes: Strike[]
  payoutAccounts: PayoutAccount[]
  openJobs: OpenJob[]
  openJobsCount: number
  /** The part of the owed earnings that waits without a date (`jobs/money/pay-owed.ts`). */
  parkedCents: number
}

/** A carrier's data for staff besides the profile: strikes, payout accounts, open jobs, parked money. */
export async function readCarrierRecord(kysely: Db, carrierId: string): Promise<CarrierRecord> {
  const [strikes, payoutAccounts, openJobs, sums] = await Promise.all([
    readStrikes(kysely, carrierId),
    readPayoutAccounts(kysely, carrierId),
    readOpenJobs(kysely, carrierId),
    readSums(kysely, carrierId),
  ])
  return { strikes, payoutAccounts, openJobs, ...sums }
}

async function readStrikes(kysely: Db, carrierId: string): Promise<Strike[]> {
  const { rows } = await sql<Strike>`
    select strike.job_id as "jobId", job.title, strike.at,
      (select event.reason from job_event event where event.job_id = strike.job_id and event.to_status = 'cancelled'
        and (event.actor = 'carrier' and event.actor_id = strike.carrier_id or job.carrier_fault is not null)
        order by event.id limit 1) as reason
    from carrier_strike strike join job on job.id = strike.job_id
    where strike.carrier_id = ${carrierId} order by strike.at desc, strike.job_id limit 20`.execute(kysely)
  return rows
}

const readPayoutAccounts = (kysely: Db, carrierId: string): Promise<PayoutAccount[]> =>
  kysely
    .selectFrom('payout_account')
    .select(['processor', 'ready', 'created_at as createdAt'])
    .where('carrier_id', '=', carrierId)
    .orderBy('processor')
    .execute()

async function readOpenJobs(kysely: Db, carrierId: string): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select id as "jobId", title, status, accepted_at as "acceptedAt", collected_at as "collectedAt",
      delivered_at as "deliveredAt"
    from job where carrier_id = ${carrierId} and status = 'accepted'
    order by accepted_at desc, id limit 20`.execute(kysely)
  return rows
}

async function readSums(kysely: Db, carrierId: string) {
  const { rows } = await sql<{ openJobsCount: number; parkedCents: number }>`
    select
      (select count(*) from job where carrier_id = ${carrierId} and status = 'accepted') as "openJobsCount",
      (select coalesce(sum(effect.amount_cents), 0)::integer from payment_effect effect
        where effect.kind = 'transfer' and effect.status = 'due' and effect.due_at = 'infinity'
          and effect.carrier_id = ${carrierId}
          and effect.payment_id in (select payment.id from payment join job on job.id = payment.job_id
            where job.carrier_id = ${carrierId})) as "parkedCents"`.execute(kysely)
  return rows[0] ?? { openJobsCount: 0, parkedCents: 0 }
}

export type RecentRating = { jobId: string; stars: number; comment: string | null; createdAt: Date }

/** The last 20 ratings of a person: by customers for a carrier, by carriers for a customer. */
export async function recentRatings(
  kysely: Kysely<Tables>,
  { accountId, by }: { accountId: string; by: 'customer' | 'carrier' },
): Promise<RecentRating[]> {
  const { rows } = await sql<RecentRating>`
    select job_id as "jobId", stars, comment, created_at as "createdAt" from rating
    where about_account_id = ${accountId} and by_role = ${by}
    order by created_at desc, job_id limit 20`.execute(kysely)
  return rows
}

export type CustomerJob = {
  jobId: string
  title: string
  status: JobStatus
  totalCents: number
  createdAt: Date
}

/** A customer's data for staff besides the account: the last 20 jobs, open jobs, devices. */
export async function readAccountRecord(kysely: Kysely<Tables>, accountId: string) {
  const [jobs, counts] = await Promise.all([readJobs(kysely, accountId), readCounts(kysely, accountId)])
  return { jobs, ...counts }
}

async function readJobs(kysely: Kysely<Tables>, accountId: string): Promise<CustomerJob[]> {
  const { rows } = await sql<CustomerJob>`
    select id as "jobId", title, status, (price->>'totalCents')::integer as "totalCents", created_at as "createdAt"
    from job where customer_id = ${accountId} and ${isAlive} order by created_at desc, id desc limit 20`.execute(
    kysely,
  )
  return rows
}

async function readCounts(kysely: Kysely<Tables>, accountId: string) {
  const { rows } = await sql<{ openJobsCount: number; sessions: number }>`
    select
      (select count(*) from job where customer_id = ${accountId} and status in ('posted', 'accepted'))
        as "openJobsCount",
      (select count(*) from session where account_id = ${accountId} and ended_at is null and expires_at > now())
        as sessions`.execute(kysely)
  return rows[0] ?? { openJobsCount: 0, sessions: 0 }
}
