import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProblemKind } from '#contract/reports.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { attachUploads } from '../../photos/attach.ts'
import { lockCustomersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { blockMoney } from '../money/blocks.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { unusableUpload, wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { replaceProposal } from '../windows/propose.ts'
import { mayAgree } from '../windows/read-time.ts'
import { contestByProblem } from './answer-trip-report.ts'

type Trx = Transaction<Tables>
type Needs = { kysely: Kysely<Tables> }

export type Report = {
  jobId: string
  customerId: string
  problemId: string
  kind: ProblemKind
  text: string | null
  photoNames: string[]
}

/** Limit per carrier: after a change of the carrier, the customer may report again. */
const maxPerCarrier = 3

/** How many days after the delivery a customer may report; the transfer to the carrier is usually much earlier. */
const daysAfterDelivery = 2

/**
 * The customer reports a problem: until staff have decided, the total is not captured while its hold lasts, and an
 * unpaid carrier waits. A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400) on `photo_ids`.
 */
export async function reportProblem({ kysely }: Needs, report: Report): Promise<void> {
  const { jobId, customerId, problemId, kind, text, photoNames } = report
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    const known = await readProblem(trx, problemId)
    if (known?.job_id === jobId) return
    if (known) throw usedElsewhere
    if (!mayReport(job, job.now)) throw refusalOf(job)
    if (kind === 'not_collected' && isBeforeWindow(job)) throw notBegun
    if ((await countReports(trx, job)) >= maxPerCarrier) throw tooMany
    await insertProblem(trx, { id: problemId, job_id: jobId, reported_by: 'customer', kind, text })
    const uploads = { jobId, accountId: customerId, names: photoNames, purpose: 'problem' as const }
    if (!(await attachUploads(trx, uploads))) throw unusableUpload('photo_ids')
    await logEvent(trx, job, { actor: 'customer', actorId: customerId, reason: `problem reported: ${kind}` })
    await blockAndTell(trx, job)
    if (kind !== 'not_collected') return
    await contestByProblem(trx, job)
    // Only a time that is proposed after the report answers it.
    if (mayAgree(job)) await replaceProposal(trx, job)
  })
}

/** Staff report a problem for a customer who called, without the limit of two days. @returns the id of the report. */
export async function reportByStaff(
  { kysely }: Needs,
  { kind, ...act }: StaffAct & { kind: ProblemKind },
): Promise<string> {
  const id = newId()
  await kysely.transaction().execute(async (trx) => {
    const words = `problem reported: ${kind}`
    const job = await recordStaffAct(trx, act, { words, act: 'job.report_problem' })
    if (!job.accepted_at) throw wrongState(job)
    await insertProblem(trx, { id, job_id: job.id, reported_by: 'staff', kind, text: act.by.reason })
    await blockAndTell(trx, job)
  })
  return id
}

type Reportable = Pick<JobRow, 'status' | 'delivered_at' | 'completed_at'>

/**
 * Whether a customer may report a problem: from acceptance until two days after the delivery, and for two days after it
 * was charged, as its text says. A capture may wait longer than two days.
 */
export function mayReport({ status, delivered_at, completed_at }: Reportable, now: Date): boolean {
  if (status !== 'accepted' && status !== 'completed') return false
  const since = completed_at ?? delivered_at
  return !since || now.getTime() - since.getTime() < daysAfterDelivery * 86_400_000
}

/** The time on which customer and carrier agreed has not begun, so the carrier is not late (decision 69). */
const isBeforeWindow = ({ window_starts_at, collected_at, now }: JobRow & { now: Date }): boolean =>
  window_starts_at !== null && collected_at === null && now < window_starts_at

type NewProblem = Pick<Tables['job_problem'], 'id' | 'job_id' | 'reported_by' | 'kind' | 'text'>

const insertProblem = (trx: Trx, problem: NewProblem) =>
  trx.insertInto('job_problem').values(problem).execute()

const readProblem = (trx: Trx, id: string) =>
  trx.selectFrom('job_problem').select('job_id').where('id', '=', id).executeTakeFirst()

async function countReports(trx: Trx, { id, accepted_at }: JobRow): Promise<number> {
  const { count } = await trx
    .selectFrom('job_problem')
    .select(sql<number>`count(*)`.as('count'))
    .where('job_id', '=', id)
    .where('reported_by', '=', 'customer')
    .$if(accepted_at !== null, (query) => query.where('created_at', '>=', accepted_at))
    .executeTakeFirstOrThrow()
  return count
}

async function blockAndTell(trx: Trx, { id: jobId, carrier_id }: JobRow): Promise<void> {
  await blockMoney(trx, { jobId, cause: 'problem', forHours: null })
  if (!carrier_id) return
  const notice = { account_id: carrier_id, kind: 'problem_reported' as const, job_id: jobId }
  await trx.insertInto('notice').values(notice).execute()
}

const refusalOf = (job: JobRow): Problem => (job.delivered_at ? tooLate : wrongState(job))

const notBegun = new Problem('wrong_state', (t) => t.jobs.windowNotBegun)

const tooLate = new Problem('wrong_state', (t) => t.jobs.problemTooLate, { asksSupport: true })

const tooMany = new Problem('wrong_state', (t) => t.jobs.problemTooOften)

const usedElsewhere = new Problem('wrong_state', (t) => t.jobs.problemIdTaken)
