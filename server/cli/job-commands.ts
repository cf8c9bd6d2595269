import { type Command, InvalidArgumentError } from 'commander'
import type { JobStatus } from '#contract/vocabulary.ts'
import { cancelByStaff } from '../jobs/actions/cancel-by-staff.ts'
import { type Withdrawn, withdrawDraft } from '../jobs/drafts/withdraw-draft.ts'
import { chargeJob } from '../jobs/money/charge.ts'
import { refundJob } from '../jobs/money/refund.ts'
import { findJobStatus, listJobs, showJob } from '../jobs/queries/for-operator.ts'
import { phoneIn, recordPhoneSearch } from '../jobs/queries/staff/phone-search.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { addJobMessageCommands } from './job-message-commands.ts'
import { addJobProblemCommands } from './job-problem-commands.ts'
import { addJobTripCommands } from './job-trip-commands.ts'
import {
  carrierPartOption,
  cents,
  jobReasonOption,
  jsonOption,
  reasonOption,
  requireUuid,
} from './options.ts'
import { problemAsOperatorError, say, show } from './output.ts'
import { withDatabase, withJob } from './with-database.ts'

const maxJobs = 1_000

export function addJobCommands(dray: Command): void {
  const job = dray.command('job').description('jobs and what happened to them')
  job
    .command('list')
    .description(`list the newest ${maxJobs} jobs, newest first`)
    .option(
      '--search <text>',
      'only what has this phone (with country code, recorded by its last two digits), reference, id or town',
      searched,
    )
    .option(...jsonOption)
    .action(list)
  job
    .command('show <job-id>')
    .description('show one job in full, with its event log and all that happened to it')
    .option(...jsonOption)
    .action(async (id: string, { json }: { json: boolean }) => {
      const { result: found } = await withJob(id, ({ kysely }, jobId) => showJob(kysely, jobId))
      if (!found) throw new OperatorError(`There is no job ${id}`)
      show(found, json)
    })
  addCancelJobCommand(job)
  addJobMoneyCommands(job)
  addJobProblemCommands(job)
  addJobTripCommands(job)
  addJobMessageCommands(job)
  addWithdrawJobCommand(job)
}

async function list({ search, json }: { search?: string; json: boolean }): Promise<void> {
  const found = await withDatabase(async ({ kysely, actor }) => {
    const phone = phoneIn(search ?? '')
    if (phone) await recordPhoneSearch(kysely, { phone, by: { actor } })
    return listJobs(kysely, { most: maxJobs, search })
  })
  show(found, json)
}

/** @throws InvalidArgumentError for an empty text. */
function searched(text: string): string {
  if (text.trim()) return text.trim()
  throw new InvalidArgumentError('must be a text, or a phone such as +34600111222')
}

function addCancelJobCommand(job: Command): void {
  job
    .command('cancel <job-id>')
    .description('end a posted or accepted job, also after collecting; the customer gets everything back')
    .requiredOption(...jobReasonOption)
    .option(...jsonOption)
    .action(cancel)
}

async function cancel(id: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const { result: job } = await withJob(id, async ({ kysely, actor }, jobId) => {
    const cancelled = await problemAsOperatorError(
      cancelByStaff({ kysely }, { jobId, by: { actor, reason } }),
    )
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

function addWithdrawJobCommand(job: Command): void {
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
  if (result.outcome !== 'withdrawn') throw new OperatorError(withdrawalRefusal(id, result))
  const sent = result.texts.some((status) => status !== 'due' && status !== 'failed')
  show({ job_id: jobId, withdrawn: true, text_may_have_arrived: sent }, json)
  say(
    'The partner reads 404 from now on, and can create the job again with the same external_reference.',
    json,
  )
}

function withdrawalRefusal(id: string, result: Exclude<Withdrawn, { outcome: 'withdrawn' }>): string {
  if (result.outcome === 'unknown') return `There is no draft ${id}; it may have expired`
  if (result.isPaying)
    return `The customer is paying for job ${id}. Look again in a minute: once it is posted, use \`dray job cancel ${id} --reason TEXT\``
  if (result.status === 'posted' || result.status === 'accepted')
    return `Job ${id} is ${result.status}, not a draft: use \`dray job cancel ${id} --reason TEXT\``
  return `Job ${id} is ${result.status}, so there is nothing to withdraw; to give money back, use \`dray job refund ${id} --amount CENTS --reason TEXT\``
}

type Act = { reason: string; json: boolean }

/** Both commands only queue the request to the processor: a running server, or the next one to start, sends it. */
function addJobMoneyCommands(job: Command): void {
  job
    .command('refund <job-id>')
    .description(
      'refund money to the customer after it was taken; the platform bears it, or shares it with the carrier',
    )
    .requiredOption('--amount <cents>', 'euro cents, at most what was taken and not refunded yet', cents)
    .option(...carrierPartOption)
    .option('--tip <payment-id>', 'refund this tip instead of the price or the fee', requireUuid)
    .option(
      '--refund-id <uuid>',
      'an id that you choose: the same command again with it does not refund twice',
      requireUuid,
    )
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

type Refund = Act & { amount: number; carrierPart?: number; tip?: string; refundId?: string }

async function refund(
  id: string,
  { amount, carrierPart, tip, reason, json, ...given }: Refund,
): Promise<void> {
  const { refundId = newId() } = given
  const { jobId, result } = await withJob(id, (context, jobId) =>
    problemAsOperatorError(
      refundJob(context, {
        ...{ jobId, by: { actor: context.actor, reason } },
        ...{ refundId, amountCents: amount, carrierCents: carrierPart, paymentId: tip },
      }),
    ),
  )
  const { paymentId, amountCents, leftCents } = result
  const told = { job_id: jobId, refund_id: refundId, payment_id: paymentId }
  show({ ...told, amount_cents: amountCents, left_cents: leftCents }, json)
}

async function charge(id: string, { reason, json }: Act): Promise<void> {
  const { jobId, result } = await withJob(id, (context, jobId) =>
    problemAsOperatorError(chargeJob(context, { jobId, by: { actor: context.actor, reason } })),
  )
  show({ job_id: jobId, owed_cents: result.owedCents }, json)
}
