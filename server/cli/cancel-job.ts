import type { Command } from 'commander'
import type { JobStatus } from '#contract/vocabulary.ts'
import { cancelByStaff } from '../jobs/actions/cancel-by-staff.ts'
import { findJobStatus } from '../jobs/queries/for-operator.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption } from './json-option.ts'
import { say, show } from './output.ts'
import { jobReasonOption } from './reason-option.ts'
import { sayingWhyNot } from './saying-why-not.ts'
import { withJob } from './with-job.ts'

export function addCancelJobCommand(job: Command): void {
  job
    .command('cancel <job-id>')
    .description('end a posted or accepted job, also after collecting; the customer gets everything back')
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(cancel)
}

async function cancel(id: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const { result: job } = await withJob(id, async ({ kysely, actor }, jobId) => {
    const cancelled = await sayingWhyNot(cancelByStaff({ kysely }, { jobId, by: { actor, reason } }))
    if (!cancelled) throw new OperatorError(refusal(id, await findJobStatus(kysely, jobId)))
    return cancelled
  })
  show({ job_id: job.id, status: job.status, cancelled_at: job.cancelled_at }, json)
  say(`The running server gives the customer's money back; see \`dray payment list\`.`, json)
  if (job.carrier_id)
    say(
      `To stop its carrier from accepting new jobs: dray carrier suspend ${job.carrier_id} --reason TEXT`,
      json,
    )
}

function refusal(id: string, status: JobStatus | null): string {
  if (status === null) return `There is no job ${id}`
  if (status === 'draft') return `Job ${id} is a draft: use \`dray job withdraw ${id} --reason TEXT\``
  if (status === 'completed')
    return `Job ${id} is completed: to give money back, use \`dray job refund ${id} --amount CENTS --reason TEXT\``
  return `Job ${id} is ${status}`
}
