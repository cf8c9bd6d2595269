import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProblemStatus } from '#contract/reports.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { liftBlock } from '../money/blocks.ts'
import { changesOfRefund, wordsOfRefund } from '../money/refund.ts'
import { type RefundShares, shareRefund } from '../money/share-refund.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { decisionRefusal } from '../staff-guards.ts'
import { takeStrikeBack } from '../strike.ts'
import type { JobRow } from '../transition.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'
import { resolveDoubt } from './doubt.ts'
import { assertSeen, type SeenReport } from './seen-reports.ts'

type Trx = Transaction<Tables>

export type Outcome = 'uphold' | 'dismiss'

/** `refund`: what the customer gets back, and who bears it. `seen`: as `assertSeen`. */
export type Decision = {
  outcome: Outcome
  refund?: RefundShares | undefined
  seen?: SeenReport[] | undefined
}

/** The status change of each outcome. An upheld report may still be dismissed, once its money is settled. */
const outcomes: Record<Outcome, { from: ProblemStatus[]; to: ProblemStatus }> = {
  uphold: { from: ['open'], to: 'upheld' },
  dismiss: { from: ['open', 'upheld'], to: 'dismissed' },
}

/**
 * Staff decide all reports of a job. `dismiss` continues the capture, or the transfer to the carrier. If the customer
 * cancelled because of the report, it also takes back the carrier's strike. `uphold` alone moves no money; staff then
 * cancel or refund. With a refund, it also settles the money: the transfer to the carrier continues with what is left.
 *
 * @returns the number of decided reports.
 * @throws Problem `not_found`, `wrong_state` without an open report, or as `assertSeen` and `shareRefund`.
 */
export function resolveProblems(
  { kysely }: { kysely: Kysely<Tables> },
  { outcome, refund, seen, ...act }: StaffAct & Decision,
): Promise<number> {
  const { from, to } = outcomes[outcome]
  return kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, {
      words: withRefund(`problem ${to}`, refund),
      act: 'job.resolve_problems',
      changes: async ({ id }) => ({
        outcome: { from: await earlierOutcome(trx, id), to: outcome },
        ...(refund && changesOfRefund(refund)),
      }),
      change: async (row) => (refund ? (await shareRefund(trx, row, refund)).reducedJobs : []),
    })
    assertSeen(seen, await reportsOf(trx, job.id))
    const decided = await trx
      .updateTable('job_problem')
      .set({ status: to, resolution: act.by.reason, resolved_at: sql<Date>`now()` })
      .where('job_id', '=', job.id)
      .where('status', 'in', from)
      .returning(['reported_by', 'carrier_id'])
      .execute()
    const refusal = decisionRefusal(decided.length)
    if (refusal) throw refusal
    if (outcome === 'dismiss' || refund) await liftBlock(trx, { job, cause: 'problem' })
    const isCustomers = decided.some(({ reported_by }) => reported_by !== 'carrier')
    if (outcome === 'dismiss' && isCustomers && job.carrier_fault === 'reported')
      await takeStrikeBack(trx, job.id)
    await closeQuestions(trx, job)
    const isKnownToBoth = isCustomers || refund !== undefined
    const isCarriers = decided.some(({ carrier_id }) => carrier_id === job.carrier_id)
    await tell(trx, {
      id: job.id,
      // The customer does not know a step that arrived late, and a former carrier does not see the job.
      customer_id: isKnownToBoth ? job.customer_id : null,
      carrier_id: isKnownToBoth || isCarriers ? job.carrier_id : null,
    })
    return decided.length
  })
}

const reportsOf = (trx: Trx, jobId: string): Promise<SeenReport[]> =>
  trx.selectFrom('job_problem').select(['id', 'status']).where('job_id', '=', jobId).execute()

/** For the log of the job. */
export const withRefund = (words: string, refund: RefundShares | undefined): string =>
  refund ? `${words}, ${wordsOfRefund(refund)}` : words

/** Of an upheld report that is dismissed now. */
async function earlierOutcome(trx: Trx, jobId: string): Promise<Outcome | null> {
  return (await hasReport(trx, jobId, 'upheld')) ? 'uphold' : null
}

async function tell(
  trx: Trx,
  { id: job_id, customer_id, carrier_id }: Pick<JobRow, 'id' | 'customer_id' | 'carrier_id'>,
): Promise<void> {
  const kind: NoticeKind = 'problem_resolved'
  const people = [customer_id, carrier_id].filter((id) => id !== null)
  if (people.length === 0) return
  await trx
    .insertInto('notice')
    .values(people.map((account_id) => ({ account_id, kind, job_id })))
    .execute()
}

/**
 * Closes the open questions of a job that was cancelled without a fee, because no money is waiting. Ends its doubt, and
 * lifts the report's block unless a report is still open; open reports stay for staff. A remaining block would keep the
 * job's personal data forever and prevent the erasure of its people. An undecided report of the carrier is withdrawn.
 * The caller must hold the job's lock.
 */
export async function closeQuestions(trx: Transaction<Tables>, job: JobRow): Promise<void> {
  await withdrawTripReport(trx, job.id)
  if (job.status !== 'cancelled' || job.cancellation_fee_cents) return
  await resolveDoubt(trx, job, 'staff')
  if (!(await hasReport(trx, job.id, 'open'))) await liftBlock(trx, { job, cause: 'problem' })
}

async function hasReport(trx: Trx, jobId: string, status: ProblemStatus): Promise<boolean> {
  const row = await trx
    .selectFrom('job_problem')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', '=', status)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
