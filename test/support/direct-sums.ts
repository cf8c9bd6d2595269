import type pg from 'pg'
import { stageOfJob } from '../../server/jobs/funnel-stage.ts'

/*
 * Figures straight from the rows of the ledger and of jobs, without the sums of days: what every figure has to equal.
 */

/** @param month such as `2026-03`. */
const spanOf = (month: string): [Date, Date] => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [new Date(Date.UTC(year, number - 1, 1)), new Date(Date.UTC(year, number, 1))]
}

const kindOf = (account: string) =>
  `case when ${account} ~ '^(processor|platform):' then ${account} else split_part(${account}, ':', 1) end`

const sides = (condition: string) => `
  select ${kindOf('debit')} as account, kind, amount_cents as debit, 0 as credit from ledger_transfer
  where mode = 'live' and ${condition}
  union all
  select ${kindOf('credit')}, kind, 0, amount_cents from ledger_transfer where mode = 'live' and ${condition}`

/** Figures of a month without closed months before it: as text, so that they are compared whatever their order. */
export async function directMonth(pool: pg.Pool, month: string): Promise<string[]> {
  const span = spanOf(month)
  const inMonth = 'at >= $1 and at < $2'
  const { rows } = await pool.query<{ figure: string }>(
    `select account || ' opening ' || sum(credit - debit) as figure from (${sides('at < $1 and $2::timestamptz is not null')}) o
       group by account having sum(credit - debit) <> 0
     union all
     select account || ' closing ' || sum(credit - debit) from (${sides('at < $2 and $1::timestamptz is not null')}) c
       group by account having sum(credit - debit) <> 0
     union all
     select concat_ws(' ', account, kind, sum(debit), sum(credit)) from (${sides(inMonth)}) m group by account, kind
     union all
     select 'rows ' || count(*) from ledger_transfer where mode = 'live' and ${inMonth}
     union all
     select state || ' ' || (select count(distinct job.id) from ledger_transfer l join job on job.id = l.job_id
       where l.mode = 'live' and l.kind in ('share', 'fee') and l.at >= $1 and l.at < $2 and job.status = state)
     from unnest(array['completed', 'cancelled']) state`,
    span,
  )
  return rows.map(({ figure }) => figure).sort()
}

/** Totals of a partner's statement, and its jobs with movements in the month, the newest first. */
export async function directStatement(
  pool: pg.Pool,
  { partnerId, month }: { partnerId: string; month: string },
): Promise<{ totals: object; jobIds: string[] }> {
  const from = `from ledger_transfer l join job on job.id = l.job_id join api_key k on k.id = job.key_id
    where l.mode = 'live' and l.kind in ('capture', 'refund', 'refund_failed', 'share', 'fee', 'correction')
      and k.partner_id = $1 and l.at >= $2 and l.at < $3`
  const values = [partnerId, ...spanOf(month)]
  const sum = (cases: string) => `coalesce(sum(case ${cases} end), 0)::integer`
  const { rows } = await pool.query<object>(
    `select ${sum(`when l.kind = 'capture' then amount_cents`)} as "capturedCents",
       ${sum(`l.kind when 'refund' then amount_cents when 'refund_failed' then -amount_cents`)} as "refundedCents",
       ${sum(`when credit like 'carrier:%' then amount_cents when debit like 'carrier:%' then -amount_cents`)} as "carrierCents",
       ${sum(`when credit = 'platform:fees' then amount_cents when debit = 'platform:fees' then -amount_cents`)} as "platformCents",
       ${sum(`when credit like 'captured:%' then amount_cents when debit like 'captured:%' then -amount_cents`)} as "waitingCents",
       ${sum(`when job.status <> 'cancelled' then 0 when l.kind in ('capture', 'refund_failed') then amount_cents
         when l.kind = 'refund' then -amount_cents`)} as "cancellationCents",
       count(distinct l.job_id)::integer as lines ${from}`,
    values,
  )
  const jobs = await pool.query<{ id: string }>(
    `select distinct l.job_id as id ${from} order by 1 desc`,
    values,
  )
  return { totals: rows[0] ?? {}, jobIds: jobs.rows.map(({ id }) => id) }
}

/** Live jobs that a partner handed over in a month, by their state. */
export async function directHandedOver(
  pool: pg.Pool,
  { partnerId, month }: { partnerId: string; month: string },
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; jobs: number }>(
    `select job.status, count(*)::integer as jobs from job join api_key k on k.id = job.key_id
     where k.partner_id = $1 and job.mode = 'live' and job.created_at >= $2 and job.created_at < $3 group by 1`,
    [partnerId, ...spanOf(month)],
  )
  return Object.fromEntries(rows.map(({ status, jobs }) => [status, jobs]))
}

/** Live jobs created since, by the stage that they have reached and their state. */
export async function directFunnel(
  pool: pg.Pool,
  { partnerId, from }: { partnerId: string | null; from: Date },
): Promise<string[]> {
  const { rows } = await pool.query<{ figure: string }>(
    `select concat_ws(' ', stage, state, count(*)) as figure from (
       select ${stageOfJob} as stage, case when job.status in ('completed', 'cancelled') then job.status else 'going_on' end
         as state
       from job join api_key k on k.id = job.key_id
       where job.mode = 'live' and job.created_at >= $2 and ($1::uuid is null or k.partner_id = $1)) present
     group by stage, state`,
    [partnerId, from],
  )
  return rows.map(({ figure }) => figure).sort()
}
