import { type Kysely, sql, type Transaction } from 'kysely'
import type { TripReportKind } from '#contract/reports.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { attachUploads } from '../../photos/attach.ts'
import { cancellableOf, freeUntilOf } from '../cancellation.ts'
import { deadlineOf } from '../collection.ts'
import {
  answerHours,
  breakdownDays,
  decisionHours,
  fairTable,
  feeCents,
  type RuleName,
  ruleOfReport,
} from '../fair-table.ts'
import { lockCarriersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { readFaults } from '../money/read-terms.ts'
import { unusableUpload, wrongState } from '../refusals.ts'
import { lockForStrike, strike } from '../strike.ts'
import type { JobRow } from '../transition.ts'
import { replaceProposal } from '../windows/propose.ts'
import { readWindows } from '../windows/read-time.ts'
import { endForNextCarrier } from './end-for-next-carrier.ts'
import { evidenceFault, reportReachKm } from './trip-evidence.ts'
import { firstStatus, isUndecided, type TripReportRow } from './trip-report.ts'

type Trx = Transaction<Tables>
type LockedJob = JobRow & { now: Date }

export type TripReportInput = {
  jobId: string
  carrierId: string
  /** Chosen by the client, so a request whose response was lost can be repeated. */
  reportId: string
  kind: TripReportKind
  arrivedAt: Date | null
  hasCalled: boolean
  position: { lat: number; lon: number } | null
  photoName: string | null
  text: string | null
}

/** Limit per carrier of a job: a report that was withdrawn may be made again. */
const maxPerCarrier = 3

/**
 * A carrier reports that the goods cannot be collected (decision 66). The customer is asked; after a breakdown
 * the next carrier does the job. A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `too_early` (409), `validation_error` (400).
 */
export async function reportTrip(
  { kysely }: { kysely: Kysely<Tables> },
  input: TripReportInput,
): Promise<void> {
  const { jobId, carrierId, kind, photoName } = input
  await kysely.transaction().execute(async (trx) => {
    // Before the job, in the same order as in `giveBackJob`: another breakdown is a strike.
    await lockForStrike(trx, carrierId)
    const job = await lockCarriersJob(trx, { jobId, carrierId })
    if (await isRepeated(trx, input)) return
    if (!mayReportTrip(job)) throw wrongState(job)
    const fault = evidenceFault(kind, evidenceOf(job, input), await readSince(trx, job))
    if (fault) throw fault
    const known = await readKnown(trx, job, carrierId)
    if (known.isUndecided || known.isDecided) throw reportedAlready
    if (known.count >= maxPerCarrier) throw tooMany
    const rule = ruleOfReport(kind, {
      isInFreeMinutes: job.now < (freeUntilOf({ acceptedAt: job.accepted_at }) ?? job.now),
      isOverdue: job.now >= (deadlineOf(job) ?? job.now),
      hadBreakdown: known.hadBreakdown,
    })
    const report = await insertReport(trx, { job, input, rule, isContested: known.isContested })
    const uploads = {
      jobId,
      accountId: carrierId,
      names: photoName ? [photoName] : [],
      purpose: 'problem' as const,
      tripReportId: report.id,
    }
    if (!(await attachUploads(trx, uploads))) throw unusableUpload('photo_id')
    await logEvent(trx, job, { actor: 'carrier', actorId: carrierId, reason: `trip reported: ${kind}` })
    if (isUndecided(report.status)) {
      // Agreeing withdraws the report, so only times that are proposed after it can be agreed.
      await replaceProposal(trx, job)
      return tell(trx, job, 'trip_reported')
    }
    if (!(await endForNextCarrier(trx, job, { carrierId, reason: kind }))) throw wrongState(job)
    if (fairTable[rule].strike) await strike(trx, { jobId, carrierId })
  })
}

/** Whether its carrier may report a job that cannot be collected. */
export const mayReportTrip = ({ status, collected_at }: Pick<JobRow, 'status' | 'collected_at'>): boolean =>
  status === 'accepted' && collected_at === null

const evidenceOf = (job: JobRow, { arrivedAt, hasCalled, photoName, position }: TripReportInput) => ({
  arrivedAt,
  hasCalled,
  hasPhoto: photoName !== null,
  awayKm: position && kilometresBetween(job.pickup, position),
})

async function readSince(trx: Trx, job: LockedJob) {
  const { window_starts_at: windowStartsAt, accepted_at, now } = job
  const agreed = windowStartsAt && (await readWindows(trx, job)).find(({ status }) => status === 'agreed')
  return {
    acceptedAt: accepted_at ?? now,
    windowStartsAt,
    windowAgreedAt: agreed?.agreed_at ?? null,
    reachKm: reportReachKm(job.pickup),
    now,
  }
}

/** Whether the report was made before. @throws Problem when the id belongs to any other report. */
async function isRepeated(trx: Trx, { reportId, jobId, carrierId }: TripReportInput): Promise<boolean> {
  const known = await trx
    .selectFrom('trip_report')
    .select(['job_id', 'carrier_id'])
    .where('id', '=', reportId)
    .executeTakeFirst()
  if (!known) return false
  if (known.job_id !== jobId || known.carrier_id !== carrierId) throw usedElsewhere
  return true
}

type Known = {
  count: number
  isUndecided: boolean
  /** Staff have decided against this carrier: another report would only delay the customer. */
  isDecided: boolean
  isContested: boolean
  hadBreakdown: boolean
}

async function readKnown(trx: Trx, job: JobRow, carrierId: string): Promise<Known> {
  const { isReported } = await readFaults(trx, job.id)
  const { rows } = await sql<Omit<Known, 'isContested'>>`
    select coalesce(bool_or(r.job_id = ${job.id} and r.status in ('open', 'answered')), false) as "isUndecided",
      count(*) filter (where r.job_id = ${job.id} and r.created_at >= ${job.accepted_at})::integer as count,
      coalesce(bool_or(r.job_id = ${job.id} and r.created_at >= ${job.accepted_at} and r.status = 'dismissed'), false)
        or exists (select from job_problem p where p.job_id = ${job.id} and p.kind = 'not_collected'
          and p.status = 'upheld' and p.created_at >= ${job.accepted_at}) as "isDecided",
      coalesce(bool_or(r.kind = 'breakdown' and r.status = 'upheld'
        and r.created_at > now() - make_interval(days => ${breakdownDays})), false) as "hadBreakdown"
    from trip_report r where r.carrier_id = ${carrierId}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return { ...row, isContested: isReported }
}

type NewReport = { job: LockedJob; input: TripReportInput; rule: RuleName; isContested: boolean }

function insertReport(trx: Trx, { job, input, rule, isContested }: NewReport): Promise<TripReportRow> {
  const { reportId, jobId, carrierId, kind, arrivedAt, position, text } = input
  const status = firstStatus(kind, isContested)
  const hours = status === 'open' ? answerHours : decisionHours
  return trx
    .insertInto('trip_report')
    .values({
      id: reportId,
      job_id: jobId,
      carrier_id: carrierId,
      kind,
      status,
      fee_cents: feeCents(fairTable[rule].fee, cancellableOf(job)),
      arrived_at: arrivedAt,
      away_km: position && Math.round(kilometresBetween(job.pickup, position) * 10) / 10,
      text,
      // Not when the transaction began: it may have waited for the job until after the deadline.
      created_at: sql<Date>`clock_timestamp()`,
      due_at: isUndecided(status) ? sql<Date>`now() + make_interval(hours => ${hours})` : null,
      resolved_at: isUndecided(status) ? null : sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function tell(trx: Trx, { id: job_id, customer_id }: JobRow, kind: NoticeKind): Promise<void> {
  if (customer_id) await trx.insertInto('notice').values({ account_id: customer_id, kind, job_id }).execute()
}

const reportedAlready = new Problem('wrong_state', (t) => t.jobs.tripReported, { asksSupport: true })

const tooMany = new Problem('wrong_state', (t) => t.jobs.problemTooOften)

const usedElsewhere = new Problem('wrong_state', (t) => t.jobs.problemIdTaken)
