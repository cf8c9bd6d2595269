import { type Command, InvalidArgumentError } from 'commander'
import { chargeJob } from '../jobs/money/charge.ts'
import { refundJob } from '../jobs/money/refund.ts'
import { jobReasonOption, jsonOption } from './options.ts'
import { sayingWhyNot, show } from './output.ts'
import { withJob } from './with-job.ts'

type Act = { reason: string; json: boolean }

/** Both commands only queue the request to the processor: a running server sends it, or the next one that starts. */
export function addJobMoneyCommands(job: Command): void {
  job
    .command('refund <job-id>')
    .description('refund money to the customer after it was taken; the carrier keeps their share')
    .requiredOption('--amount <cents>', 'euro cents, at most what was taken and not refunded yet', cents)
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(refund)
  job
    .command('charge <job-id>')
    .description('try again to take what is still owed for a delivered or cancelled job')
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(charge)
}

async function refund(id: string, { amount, reason, json }: Act & { amount: number }): Promise<void> {
  const { jobId, result } = await withJob(id, (context, jobId) =>
    sayingWhyNot(refundJob(context, { jobId, by: { actor: context.actor, reason }, amountCents: amount })),
  )
  const { paymentId, amountCents, leftCents } = result
  show({ job_id: jobId, payment_id: paymentId, amount_cents: amountCents, left_cents: leftCents }, json)
}

async function charge(id: string, { reason, json }: Act): Promise<void> {
  const { jobId, result } = await withJob(id, (context, jobId) =>
    sayingWhyNot(chargeJob(context, { jobId, by: { actor: context.actor, reason } })),
  )
  show({ job_id: jobId, owed_cents: result.owedCents }, json)
}

function cents(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number of euro cents.')
  return Number(text)
}
