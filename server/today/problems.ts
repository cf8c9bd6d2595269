import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/** Problems that customers have reported. The carrier is not paid until each is resolved. */
export const openProblems: Source = {
  kinds: ['problem_open'],
  rows: sql<Entry>`
    select 'problem_open' as kind, problem.id as "subjectId", job.id as "jobId", job.title as label,
      problem.created_at as since, problem.created_at as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", problem.kind as cause
    from job_problem problem join job on job.id = problem.job_id
    where problem.status = 'open' and job.mode = 'live'`,
}

/** Deliveries that were reported sooner than the route allows. The money waits until somebody confirms them. */
export const doubtedDeliveries: Source = {
  kinds: ['delivery_doubted'],
  rows: sql<Entry>`
    select 'delivery_doubted' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      block.created_at as since, coalesce(block.until, block.created_at) as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", doubt.reason as cause
    from money_block block join job on job.id = block.job_id
    left join delivery_doubt doubt on doubt.job_id = job.id
    where block.lifted_at is null and block.cause = 'early_delivery'
      and job.mode = 'live' and job.status <> 'cancelled'`,
}

/** Disputes and fraud warnings of the processor. After `respond_by` a dispute is lost. */
export const openDisputes: Source = {
  kinds: ['dispute_open'],
  rows: sql<Entry>`
    select 'dispute_open' as kind, dispute.reference as "subjectId", p.job_id as "jobId", job.title as label,
      dispute.opened_at as since, coalesce(dispute.respond_by, dispute.opened_at) as "costsAt",
      dispute.amount_cents as "amountCents", dispute.reason as cause
    from dispute left join payment p on p.id = dispute.payment_id left join job on job.id = p.job_id
    where dispute.closed_at is null`,
}
