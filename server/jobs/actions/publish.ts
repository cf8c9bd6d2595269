import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockCardAttempts, refuseTooManyRefusals } from '../../payments/cards/attempt-caps.ts'
import { isUsableMethod } from '../../payments/cards/methods.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import {
  type EffectNeeds,
  recheckAuthorization,
  runEffect,
  waitForProcessor,
} from '../../payments/effects/run.ts'
import { type Payment, readPayment } from '../../payments/payment.ts'
import { isLaterOf } from '../chain.ts'
import { isBeforeEnd } from '../is-alive.ts'
import { beginAttempt, paymentsOfJob, usedElsewhere } from '../money/attempt.ts'
import { owedCents, priceOf } from '../money/owed.ts'
import { unknownJob } from '../refusals.ts'
import { type JobRow, recordStep } from '../transition.ts'

type Trx = Transaction<Tables>

export type PublishNeeds = EffectNeeds & { baseUrl: string }

export type PublishInput = {
  accountId: string
  jobId: string
  /** Chosen by the client: a repeated request with this id joins the same attempt. */
  paymentId: string
  source: 'card' | 'wallet'
  methodId: string | null
  /** The price that the customer saw; a draft with another price is not paid. */
  totalCents?: number | undefined
  /** Path in the app to which the customer returns after a confirmation. */
  returnPath: string | null
}

/**
 * Starts a hold for the total. When the hold is made, the job is posted (`money/on-held.ts`), even if the client no
 * longer waits. Also used for a posted job that is hidden because its hold could not be renewed, and for a delivered
 * job whose total could not be captured: its new hold is captured immediately. An earlier attempt that only waits for
 * the customer's confirmation is voided first.
 *
 * Returns when the outcome is known, or after some seconds; the caller reads the outcome from the job.
 *
 * @throws Problem `not_found`, `wrong_state`, `payment_pending`, `payment_method_missing`, `insufficient_funds` or
 *   `rate_limit_exceeded` when too many attempts by card were refused.
 */
export async function publish(needs: PublishNeeds, input: PublishInput): Promise<void> {
  const effectId = await needs.kysely.transaction().execute((trx) => begin(trx, needs, input))
  const work = effectId ? runEffect(needs, effectId) : recheckAuthorization(needs, input.paymentId)
  await waitForProcessor(needs, { paymentId: input.paymentId, work })
  const payment = await readPayment(needs.kysely, input.paymentId)
  if (payment?.source === 'wallet' && payment.refusal === 'insufficient_funds') throw tooLittle
}

/** @returns the id of the effect to run, or null when the attempt already exists. */
async function begin(trx: Trx, needs: PublishNeeds, input: PublishInput): Promise<string | null> {
  const job = await lockOwn(trx, input)
  if (!job) throw unknownJob
  if (await joins(trx, input)) return null
  const others = await paymentsOfJob(trx, { jobId: job.id })
  const unconfirmed = others.find(({ status }) => status === 'action_required')
  const isOver = job.status === 'draft' && !job.isBeforeEnd
  if (others.some(({ status }) => status === 'authorizing') || (unconfirmed && isOver)) throw pending
  if (isOver) throw unknownJob
  if (!isToBePaid(job, others)) throw notToBePaid
  if (input.totalCents !== undefined && input.totalCents !== priceOf(job).totalCents) throw priceChanged
  const { id: jobId, mode } = job
  const { accountId, source, returnPath } = input
  const processor = needs.processors.of(mode)
  const methodId = source === 'card' ? await findMethod(trx, input, processor.name) : null
  if (source === 'wallet' && mode === 'test') throw noWalletForTests
  if (unconfirmed) await giveUp(trx, unconfirmed)
  if (job.status === 'draft')
    await recordStep(trx, 'pay', {
      jobId,
      actor: 'customer',
      actorId: accountId,
      reason: `pays by ${source}`,
    })
  return beginAttempt(trx, {
    id: input.paymentId,
    purpose: 'publish',
    accountId,
    jobId,
    source,
    methodId,
    processor: processor.name,
    mode,
    amountCents: priceOf(job).totalCents,
    returnUrl: `${needs.baseUrl}${returnPath ?? `/app/jobs/${jobId}`}?payment=${input.paymentId}`,
  })
}

type OwnJob = JobRow & { isBeforeEnd: boolean }

async function lockOwn(trx: Trx, { accountId, jobId }: PublishInput): Promise<OwnJob | null> {
  const job = await trx
    .selectFrom('job')
    .selectAll()
    .select(isBeforeEnd.as('isBeforeEnd'))
    .where('id', '=', jobId)
    .where('customer_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return job ?? null
}

/** Whether the attempt already exists. @throws Problem when the id belongs to something else. */
async function joins(trx: Trx, { paymentId, accountId, jobId }: PublishInput): Promise<boolean> {
  const payment = await readPayment(trx, paymentId)
  if (!payment) return false
  if (payment.accountId !== accountId) throw unknownJob
  if (payment.jobId !== jobId && !(await hasMoved(trx, { jobId, laterId: payment.jobId })))
    throw usedElsewhere
  return true
}

/** The hold went to a successor of the job (decision 65), so a late repetition of the request has been answered. */
const hasMoved = async (trx: Trx, { jobId, laterId }: { jobId: string; laterId: string | null }) =>
  laterId !== null && (await isLaterOf(trx, { jobId, laterId }))

type Other = Pick<Payment, 'id' | 'status' | 'amountCents'> & { isTaken: boolean }

/**
 * The customer left the bank's page and pays another way: void the old attempt. If they still confirm it, that hold
 * is released too.
 */
const giveUp = (trx: Trx, { id: paymentId, amountCents }: Other) =>
  queueEffect(trx, { paymentId, kind: 'void', amountCents })

/** A delivered job must be paid until a hold or a capture exists for it. */
function isToBePaid(job: JobRow, others: Other[]): boolean {
  if (job.status === 'accepted')
    return owedCents(job) > 0 && !others.some(({ status, isTaken }) => status === 'held' || isTaken)
  return job.status === 'draft' || (job.status === 'posted' && job.hidden_at !== null)
}

async function findMethod(
  trx: Trx,
  { methodId: id, accountId }: PublishInput,
  processor: string,
): Promise<string> {
  await lockCardAttempts(trx, accountId)
  if (!id || !(await isUsableMethod(trx, { id, accountId, processor }))) throw noSuchCard
  await refuseTooManyRefusals(trx, accountId)
  return id
}

const notToBePaid = new Problem('wrong_state', (t) => t.payments.nothingToPay)

const priceChanged = new Problem('wrong_state', (t) => t.payments.priceChanged)

const pending = new Problem('payment_pending', (t) => t.payments.pending)

const noSuchCard = new Problem('payment_method_missing', (t) => t.payments.noCard)

const noWalletForTests = new Problem('payment_method_missing', (t) => t.payments.noWalletForTests)

const tooLittle = new Problem('insufficient_funds', (t) => t.payments.walletTooLow)
