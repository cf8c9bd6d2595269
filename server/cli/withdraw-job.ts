import type { Command } from 'commander'
import { type Withdrawn, withdrawDraft } from '../jobs/drafts/withdraw-draft.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption } from './json-option.ts'
import { say, show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { withJob } from './with-job.ts'

export function addWithdrawJobCommand(job: Command): void {
  job
    .command('withdraw <job-id>')
    .description('delete an unpaid draft: its link stops working at once, and a text that waits is not sent')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(withdraw)
}

async function withdraw(id: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const { jobId, result } = await withJob(id, ({ kysely, actor }, jobId) =>
    withdrawDraft({ kysely }, { jobId, by: { actor, reason } }),
  )
  if (result.outcome !== 'withdrawn') throw new OperatorError(refusal(id, result))
  const sent = result.texts.some((status) => status !== 'due' && status !== 'failed')
  show({ job_id: jobId, withdrawn: true, text_may_have_arrived: sent }, json)
  say(
    'The partner reads 404 from now on, and can create the job again with the same external_reference.',
    json,
  )
}

function refusal(id: string, result: Exclude<Withdrawn, { outcome: 'withdrawn' }>): string {
  if (result.outcome === 'unknown') return `There is no draft ${id}; it may have expired`
  if (result.isPaying)
    return `The customer is paying for job ${id}. Look again in a minute: once it is posted, use \`dray job cancel ${id} --reason TEXT\``
  if (result.status === 'posted' || result.status === 'accepted')
    return `Job ${id} is ${result.status}, not a draft: use \`dray job cancel ${id} --reason TEXT\``
  return `Job ${id} is ${result.status}, so there is nothing to withdraw; to give money back, use \`dray job refund ${id} --amount CENTS --reason TEXT\``
}
