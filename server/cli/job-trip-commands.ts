import type { Command } from 'commander'
import type { JobStatus } from '#contract/vocabulary.ts'
import { decideTripReport } from '../jobs/doubts/decide-trip-report.ts'
import { listTripReports } from '../jobs/doubts/read-doubts.ts'
import type { Outcome } from '../jobs/doubts/resolve-problem.ts'
import {
  carrierPartOption,
  jobReasonOption,
  jsonOption,
  outcomeOption,
  type RefundOptions,
  refundOf,
  refundOption,
} from './options.ts'
import { problemAsOperatorError, show } from './output.ts'
import { withDatabase, withJob } from './with-database.ts'

/** Commands for carriers who report that they could not collect (decision 66). */
export function addJobTripCommands(job: Command): void {
  const trip = job.command('trip-report').alias('trip-reports').description('carriers who could not collect')
  trip
    .command('list')
    .description('list reports that wait for a decision, oldest first')
    .option('--all', 'also those that wait for the customer, and those already decided', false)
    .option(...jsonOption)
    .action(async ({ all, json }: { all: boolean; json: boolean }) => {
      show(await withDatabase(({ kysely }) => listTripReports(kysely, { all })), json)
    })
  trip
    .command('decide <job-id>')
    .description('decide on the last report of the carrier of a job')
    .addOption(
      outcomeOption(
        '`uphold`: the carrier is right, and the job ends with the fee of the report; `dismiss`: the customer is right',
      ),
    )
    .option(...refundOption)
    .option(...carrierPartOption)
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(decide)
}

type Act = RefundOptions & { outcome: Outcome; reason: string; json: boolean }

async function decide(id: string, { outcome, reason, json, ...options }: Act): Promise<void> {
  const refund = refundOf(options)
  const { jobId, result: decided } = await withJob(id, (context, jobId) =>
    problemAsOperatorError(
      decideTripReport(context, { jobId, by: { actor: context.actor, reason }, outcome, refund }),
    ),
  )
  const { status, feeCents } = decided
  show(
    {
      job_id: jobId,
      outcome,
      job_status: status,
      next: nextOf(id, { outcome, status, feeCents: refund ? 0 : feeCents }),
    },
    json,
  )
}

type Decided = { outcome: Outcome; status: JobStatus; feeCents: number }

/** What follows, and what the operator can do next. */
function nextOf(id: string, { outcome, status, feeCents }: Decided): string {
  if (outcome === 'uphold')
    return feeCents > 0 ? 'the fee is captured automatically' : 'the hold is released automatically'
  if (status === 'accepted') return 'the customer can cancel for nothing, which is a strike'
  return feeCents > 0
    ? `the carrier has a strike; \`dray job refund ${id} --amount ${feeCents} --reason TEXT\` gives the fee back`
    : 'the carrier has a strike'
}
