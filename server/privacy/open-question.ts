import { sql } from 'kysely'

/**
 * Whether a row of `job` has a dispute, a report or a doubtful delivery that is not settled, so that the job is still
 * needed as evidence. An upheld report and a lost dispute are settled, although the carrier of the job stays unpaid.
 */
export const hasOpenQuestion = sql<boolean>`exists (
  select from money_block block where block.job_id = job.id and block.lifted_at is null and case block.cause
    when 'early_delivery' then true
    when 'problem' then exists (select from job_problem p where p.job_id = job.id and p.status = 'open')
    else exists (
      select from dispute d where d.kind = block.cause and d.closed_at is null and d.payment_id in (
        select p.id from payment p where p.job_id = job.id
        union all select e.source_payment_id from payment_effect e
        join payment p on p.id = e.payment_id where p.job_id = job.id)) end)`
