import { type Kysely, sql } from 'kysely'
import type { ProblemKind, ProblemStatus } from '#contract/reports.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'

export type CustomersProblem = {
  id: string
  kind: ProblemKind
  text: string | null
  status: ProblemStatus
  createdAt: Date
  resolvedAt: Date | null
}

export type CustomersDoubts = {
  /** An early delivery waits for the customer's confirmation. */
  mayConfirm: boolean
  /** Until when the capture waits for the confirmation. Null when another block waits for a decision of staff. */
  confirmBy: Date | null
  /** The same for the carrier's pay, if the capture was made early because the hold was ending. */
  payoutWaitsUntil: Date | null
  problems: CustomersProblem[]
}

export async function readCustomersDoubts(kysely: Kysely<Tables>, jobId: string): Promise<CustomersDoubts> {
  const [open, problems, isCaptured] = await Promise.all([
    readOpenBlocks(kysely, jobId),
    readProblems(kysely, jobId),
    readIsCaptured(kysely, jobId),
  ])
  const early = open.find(({ cause }) => cause === 'early_delivery')
  // With another block the money waits for a decision of staff, so no instant is promised.
  const until = open.length === 1 ? (early?.until ?? null) : null
  return {
    mayConfirm: early !== undefined,
    confirmBy: isCaptured ? null : until,
    payoutWaitsUntil: isCaptured ? until : null,
    problems,
  }
}

async function readIsCaptured(kysely: Kysely<Tables>, jobId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('payment')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', 'in', ['capturing', 'captured'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Why the payment of a carrier's job waits, and until when at the latest; null if staff decide. */
export type Waiting = { why: 'early_delivery' | 'report'; until: Date | null }

/**
 * For the app. A dispute is shown as a report, because the carrier cannot act on it.
 *
 * @returns null if the payment does not wait.
 */
export async function readWaiting(kysely: Kysely<Tables>, jobId: string): Promise<Waiting | null> {
  const open = await readOpenBlocks(kysely, jobId)
  if (open.some(({ cause }) => cause !== 'early_delivery')) return { why: 'report', until: null }
  const [early] = open
  return early ? { why: 'early_delivery', until: early.until } : null
}

const readOpenBlocks = (kysely: Kysely<Tables>, jobId: string) =>
  kysely
    .selectFrom('money_block')
    .select(['cause', 'until'])
    .where('job_id', '=', jobId)
    .where('lifted_at', 'is', null)
    .execute()

const readProblems = (kysely: Kysely<Tables>, jobId: string): Promise<CustomersProblem[]> =>
  kysely
    .selectFrom('job_problem')
    .select(['id', 'status', 'created_at as createdAt', 'resolved_at as resolvedAt'])
    .select(sql<ProblemKind>`kind`.as('kind'))
    // The text that staff wrote for a customer who called; only staff see it.
    .select(sql<string | null>`case reported_by when 'customer' then text end`.as('text'))
    .where('job_id', '=', jobId)
    .where('reported_by', '<>', 'carrier')
    .orderBy('created_at')
    .execute()

export type NotCollected = Pick<CustomersProblem, 'id' | 'status' | 'createdAt'> & { answer: string | null }

/** The last report that the present carrier has not collected; the carrier sees no other report. */
export async function readNotCollected(
  kysely: Kysely<Tables>,
  { id, accepted_at }: Pick<JobRow, 'id' | 'accepted_at'>,
): Promise<NotCollected | null> {
  if (!accepted_at) return null
  const row = await kysely
    .selectFrom('job_problem')
    .select(['id', 'status', 'created_at as createdAt', 'answer'])
    .where('job_id', '=', id)
    .where('kind', '=', 'not_collected')
    .where('created_at', '>=', accepted_at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** All doubts, reports and blocks of a job, for `dray job show`. */
export async function showDoubts(kysely: Kysely<Tables>, jobId: string) {
  const delivery_doubt = await kysely
    .selectFrom('delivery_doubt')
    .select(['earliest_at', 'reason', 'resolved_by', 'resolved_at', 'created_at'])
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  const problems = await kysely
    .selectFrom('job_problem')
    .select(['id as problem_id', 'reported_by', 'kind', 'text', 'status', 'resolution'])
    .select(['answer', 'created_at', 'resolved_at'])
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute()
  const trip_reports = await kysely
    .selectFrom('trip_report')
    .select(['id as report_id', 'kind', 'status', 'fee_cents', 'arrived_at', 'away_km', 'text', 'answer'])
    .select(['due_at', 'resolution', 'created_at', 'resolved_at'])
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute()
  const money_blocks = await kysely
    .selectFrom('money_block')
    .select(['cause', 'created_at', 'until', 'lifted_at'])
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute()
  return { delivery_doubt: delivery_doubt ?? null, problems, trip_reports, money_blocks }
}

/** Reports for staff: open or all, oldest first, at most 1,000. */
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

/** Reports of carriers for staff, oldest first, at most 1,000: those that the customer contests, or all. */
export function listTripReports(kysely: Kysely<Tables>, { all }: { all: boolean }) {
  return kysely
    .selectFrom('trip_report as r')
    .innerJoin('job', 'job.id', 'r.job_id')
    .select(['r.job_id', 'r.id as report_id', 'r.status', 'r.kind', 'r.created_at', 'r.due_at'])
    .select(['job.status as job_status', 'r.carrier_id', 'r.fee_cents', 'r.arrived_at', 'r.away_km'])
    .select(['r.text', 'r.answer', 'r.resolution'])
    .$if(!all, (query) => query.where('r.status', '=', 'answered'))
    .orderBy('r.created_at')
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
