import { type Command, Option } from 'commander'
import { type ProblemKind, problemKinds } from '#contract/reports.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import { confirmDeliveryByStaff } from '../jobs/doubts/doubt.ts'
import { listProblems } from '../jobs/doubts/read-doubts.ts'
import { reportByStaff } from '../jobs/doubts/report-problem.ts'
import { type Outcome, resolveProblems } from '../jobs/doubts/resolve-problem.ts'
import { findJobStatus } from '../jobs/queries/for-operator.ts'
import {
  carrierPartOption,
  jobReasonOption,
  jsonOption,
  outcomeOption,
  parseReason,
  type RefundOptions,
  refundOf,
  refundOption,
} from './options.ts'
import { problemAsOperatorError, show } from './output.ts'
import { withDatabase, withJob } from './with-database.ts'

type Act = { reason: string; json: boolean }

/** Commands for doubtful deliveries and for problems reported by customers. */
export function addJobProblemCommands(job: Command): void {
  job
    .command('confirm-delivery <job-id>')
    .description('let the payment go through for a delivery that was reported sooner than the trip can take')
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(confirm)
  const problem = job.command('problem').alias('problems').description('problems that customers report')
  problem
    .command('list')
    .description('list reports that wait for a decision, oldest first')
    .option('--all', 'also those already decided', false)
    .option(...jsonOption)
    .action(async ({ all, json }: { all: boolean; json: boolean }) => {
      show(await withDatabase(({ kysely }) => listProblems(kysely, { all })), json)
    })
  problem
    .command('open <job-id>')
    .description('report a problem for a customer who called; the money of the job waits')
    .addOption(
      new Option('--kind <kind>', 'what is wrong').choices([...problemKinds]).makeOptionMandatory(true),
    )
    .requiredOption('--reason <text>', 'what the customer said', parseReason)
    .option(...jsonOption)
    .action(open)
  problem
    .command('resolve <job-id>')
    .description(
      'decide on the reports of a job; `dismiss` lets its payment continue, `uphold` alone moves no money',
    )
    .addOption(outcomeOption('`uphold`: the customer is right; `dismiss`: the report is unfounded'))
    .option(...refundOption)
    .option(...carrierPartOption)
    .requiredOption('--reason <text>', 'for the log of the job; the customer does not see it', parseReason)
    .option(...jsonOption)
    .action(resolve)
}

async function confirm(id: string, { reason, json }: Act): Promise<void> {
  const { jobId } = await withJob(id, (context, jobId) =>
    problemAsOperatorError(confirmDeliveryByStaff(context, { jobId, by: { actor: context.actor, reason } })),
  )
  show({ job_id: jobId, delivery: 'confirmed' }, json)
}

async function open(id: string, { kind, reason, json }: Act & { kind: ProblemKind }): Promise<void> {
  const { jobId, result: problemId } = await withJob(id, (context, jobId) =>
    problemAsOperatorError(reportByStaff(context, { jobId, by: { actor: context.actor, reason }, kind })),
  )
  show({ job_id: jobId, problem_id: problemId, status: 'open' }, json)
}

type Decide = Act & RefundOptions & { outcome: Outcome }

async function resolve(id: string, { outcome, reason, json, ...options }: Decide): Promise<void> {
  const refund = refundOf(options)
  const { jobId, result } = await withJob(id, async (context, jobId) => ({
    decided: await problemAsOperatorError(
      resolveProblems(context, { jobId, by: { actor: context.actor, reason }, outcome, refund }),
    ),
    status: await findJobStatus(context.kysely, jobId),
  }))
  const { decided, status } = result
  const next = refund
    ? 'the customer gets the refund automatically, and the carrier is paid what is left'
    : outcome === 'dismiss'
      ? 'the payment of the job continues automatically'
      : afterUphold(id, status)
  show({ job_id: jobId, decided, outcome, next }, json)
}

/** What the operator can do next: an upheld report moves no money, and how to give it back depends on the job. */
function afterUphold(id: string, status: JobStatus | null): string {
  if (status === 'accepted')
    return `no money was moved: \`dray job cancel ${id} --reason TEXT\` gives everything back; dismiss to take the total and pay the carrier`
  if (status === 'completed')
    return `no money was moved: \`dray job refund ${id} --amount CENTS --reason TEXT\` gives back; a carrier not paid yet is paid once you dismiss`
  return 'no money was moved'
}
