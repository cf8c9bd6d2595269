import { type RawBuilder, sql } from 'kysely'
import { goesOnSql, handedOverAtSql } from '../jobs/chain.ts'
import { stageOfJob } from '../jobs/funnel-stage.ts'
import { type DaySpan, dayOf, isInSpans } from './unsummed.ts'

/*
 * SQL of the sums of days, from the rows themselves: what the background writes, what figures add for the days that are
 * not summed, and what the check compares.
 */

type Spans = readonly DaySpan[]

/** All wallets are one account here, and so are all holds, all captured payments and all carriers. */
const kindOfAccount = (account: RawBuilder<unknown>) =>
  sql`case when ${account} like 'processor:%' or ${account} like 'platform:%' then ${account}
    else split_part(${account}, ':', 1) end`

/** Movements of live money by day, accounts and kind, as in `ledger_day_sum`. */
export const movementsOfRows = (spans: Spans) => sql`
  select ${dayOf(sql`at`)} as day, ${kindOfAccount(sql`debit`)} as debit, ${kindOfAccount(sql`credit`)} as credit, kind,
    count(*) as movements, sum(amount_cents)::bigint as cents
  from ledger_transfer where mode = 'live' and ${isInSpans(sql`at`, spans)} group by 1, 2, 3, 4`

/** SQL condition on a row of `ledger_transfer l`: it is counted in the statement of a partner. */
export const isOfStatement = sql<boolean>`l.mode = 'live'
  and l.kind in ('capture', 'refund', 'refund_failed', 'share', 'fee', 'correction')`

type OfPartner = {
  partnerId: string
  /** Whether to begin with the jobs of the partner, or with the rows of the days. */
  hasFewJobs: boolean
}

/** Movements of the jobs of partners by day, as in `partner_day_sum`. */
export const partnersOfRows = (spans: Spans, of: OfPartner | null = null) => sql`
  select job.partner_id, ${dayOf(sql`l.at`)} as day, ${partnerSums},
    coalesce(sum(case l.kind when 'capture' then l.amount_cents when 'refund' then -l.amount_cents
      when 'refund_failed' then l.amount_cents end) filter (where job.status = 'cancelled'), 0)::bigint as cancellation_cents,
    array_agg(distinct l.job_id order by l.job_id) as job_ids
  from ${rowsOfStatement(spans, of)} group by 1, 2`

/** Sums of rows of `ledger_transfer l` that belong to jobs. */
export const partnerSums = sql`
  coalesce(sum(l.amount_cents) filter (where l.kind = 'capture'), 0)::bigint as captured_cents,
  coalesce(sum(case l.kind when 'refund' then l.amount_cents when 'refund_failed' then -l.amount_cents end), 0)::bigint
    as refunded_cents,
  coalesce(sum(case when l.credit like 'carrier:%' then l.amount_cents
    when l.debit like 'carrier:%' and l.kind <> 'transfer' then -l.amount_cents end), 0)::bigint as carrier_cents,
  coalesce(sum(case when l.credit = 'platform:fees' then l.amount_cents
    when l.debit = 'platform:fees' then -l.amount_cents end), 0)::bigint as platform_cents,
  coalesce(sum(case when l.credit like 'captured:%' then l.amount_cents
    when l.debit like 'captured:%' then -l.amount_cents end), 0)::bigint as waiting_cents`

/**
 * Rows of statements with their `job` and its partner: from the rows of the days, or from the jobs of the partner.
 * `offset 0` prevents the planner from reading all jobs to join the rows of a day.
 */
export const rowsOfStatement = (spans: Spans, of: OfPartner | null = null) => sql`
  ledger_transfer l cross join lateral (
    select job.status, k.partner_id from job join api_key k on k.id = job.key_id where job.id = l.job_id
    ${of?.hasFewJobs ? sql`` : sql`offset 0`}) job
  where ${isOfStatement} and ${isInSpans(sql`l.at`, spans)}
    and ${of === null ? sql`true` : sql`job.partner_id = ${of.partnerId}`}`

/** The jobs whose money was shared out on each day, by their state, as in `summed_day`. */
export const sharedJobsOfRows = (spans: Spans) => sql`
  select ${dayOf(sql`l.at`)} as day,
    coalesce(array_agg(distinct l.job_id order by l.job_id) filter (where job.status = 'completed'), '{}') as completed_ids,
    coalesce(array_agg(distinct l.job_id order by l.job_id) filter (where job.status = 'cancelled'), '{}') as cancelled_ids
  from ledger_transfer l cross join lateral (select job.status from job where job.id = l.job_id offset 0) job
  where l.mode = 'live' and l.kind in ('share', 'fee') and ${isInSpans(sql`l.at`, spans)} group by 1`

type EndedStatus = 'completed' | 'cancelled'

/** When a job of this status has ended; each status has its index. */
const endedAt = (status: EndedStatus) =>
  status === 'completed' ? sql`job.completed_at` : sql`job.cancelled_at`

const isEnded = (status: EndedStatus) => sql`job.mode = 'live' and job.status = ${sql.lit(status)}`

/**
 * Live jobs by the day of their end, as in `ended_day_sum`. What a partner handed over counts once: by the last job of
 * its chain, and the day of the first (decision 65).
 */
export const endedJobsOfRows = (spans: Spans) => sql`
  select day, created_day, partner_id, stage, status, count(*) as jobs from (
    select job.day, ${dayOf(handedOverAt)} as created_day, k.partner_id, ${sql.raw(stageOfJob)} as stage, job.status
    from (${endedOn(spans, 'completed')} union all ${endedOn(spans, 'cancelled')}) job
    join api_key k on k.id = job.key_id) ended
  group by grouping sets ((day, created_day, partner_id, stage, status), (day, created_day, stage, status))`

const endedOn = (spans: Spans, status: EndedStatus) => sql`
  select job.*, ${dayOf(endedAt(status))} as day from job
  where ${isEnded(status)} and ${isInSpans(endedAt(status), spans)} and not ${goesOn}`

const handedOverAt = sql.raw(handedOverAtSql)
const goesOn = sql.raw(goesOnSql)

/**
 * Live jobs that no sum counts, as a table: those that have not ended, or on a day that is not summed. Without those
 * that go on as another job.
 */
export const unsummedJobs = (spans: Spans) => sql`
  (select * from job where job.mode = 'live' and job.status in ('draft', 'posted', 'accepted')
  union all ${unsummedOf(spans, 'completed')} union all ${unsummedOf(spans, 'cancelled')})`

/** Jobs without an instant of their end have a branch, because the planner takes them for many. */
const unsummedOf = (spans: Spans, status: EndedStatus) => sql`
  select * from job where ${isEnded(status)} and ${isInSpans(endedAt(status), spans)} and not ${goesOn}
  union all select * from job where ${isEnded(status)} and ${endedAt(status)} is null and not ${goesOn}`
