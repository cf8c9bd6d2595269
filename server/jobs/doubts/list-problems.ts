import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Reports for staff: the open ones, or all; the oldest first, at most 1,000. */
export function listProblems(kysely: Kysely<Tables>, { all }: { all: boolean }) {
  return kysely
    .selectFrom('job_problem')
    .innerJoin('job', 'job.id', 'job_problem.job_id')
    .select([
      'job_problem.job_id',
      'job_problem.id as problem_id',
      'job_problem.status',
      'job_problem.kind',
      'job_problem.reported_by',
      'job_problem.created_at',
      'job.status as job_status',
      'job.delivered_at',
      'job.carrier_id',
      sql<number>`(job.price->>'totalCents')::integer`.as('total_cents'),
      'job_problem.text',
      'job_problem.resolution',
    ])
    .$if(!all, (query) => query.where('job_problem.status', '=', 'open'))
    .orderBy('job_problem.created_at')
    .limit(1_000)
    .execute()
}

/** Number of deliveries whose money waits and of open reports, for `/metrics`. */
export async function countDoubts(
  kysely: Kysely<Tables>,
): Promise<{ deliveriesInDoubt: number; problemsOpen: number }> {
  const { rows } = await sql<{ deliveriesInDoubt: number; problemsOpen: number }>`
    select (select count(*) from money_block b join job on job.id = b.job_id
        where b.cause = 'early_delivery' and b.lifted_at is null and job.status <> 'cancelled') as "deliveriesInDoubt",
      (select count(*) from job_problem where status = 'open') as "problemsOpen"`.execute(kysely)
  return rows[0] ?? { deliveriesInDoubt: 0, problemsOpen: 0 }
}
