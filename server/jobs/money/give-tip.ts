import type { Transaction } from 'kysely'
import { refuseBesideOlderNodes } from '../../db/nodes.ts'
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
import { lockCustomersJob } from '../find-job.ts'
import { unknownJob } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { beginAttempt, usedElsewhere } from './attempt.ts'
import { listTips, mayTip, tipsLeftCents } from './read-tips.ts'

type Trx = Transaction<Tables>

export type TipNeeds = EffectNeeds & { baseUrl: string }

export type TipInput = {
  jobId: string
  customerId: string
  /** Chosen by the client: a repeated request with this id joins the same tip. */
  paymentId: string
  amountCents: number
  methodId: string
}

/**
 * Starts a charge for a tip: a hold that is captured as soon as it is made (`settle-tip.ts`). Returns when the outcome
 * is known, or after some seconds.
 *
 * @throws Problem `not_found`, `wrong_state`, `validation_error`, `payment_pending`, `payment_method_missing`,
 *   `rate_limit_exceeded`, or `service_unavailable` while a node of an older version runs.
 */
export async function giveTip(needs: TipNeeds, input: TipInput): Promise<void> {
  const { paymentId } = input
  const effectId = await needs.kysely.transaction().execute((trx) => begin(trx, needs, input))
  const work = effectId ? runEffect(needs, effectId) : recheckAuthorization(needs, paymentId)
  await waitForProcessor(needs, { paymentId, work })
}

/** @returns the id of the effect to run, or null when the tip exists. */
async function begin(trx: Trx, needs: TipNeeds, input: TipInput): Promise<string | null> {
  const { jobId, customerId, paymentId, amountCents, methodId } = input
  const job = await lockCustomersJob(trx, { jobId, customerId })
  const known = await readPayment(trx, paymentId)
  if (known) return joinTip(known, input)
  if (!mayTip(job, job.now) || !(await lockCarrier(trx, job))) throw noTip
  await refuseBesideOlderNodes(trx)
  const tips = await listTips(trx, jobId)
  if (tips.some(({ status }) => status === 'authorizing')) throw pending
  const unconfirmed = tips.filter(({ status }) => status === 'action_required')
  const others = tips.filter((tip) => !unconfirmed.includes(tip))
  if (tipsLeftCents(others) < amountCents) throw tooMuch
  const processor = needs.processors.of(job.mode).name
  await lockCardAttempts(trx, customerId)
  if (!(await isUsableMethod(trx, { id: methodId, accountId: customerId, processor }))) throw noCard
  await refuseTooManyRefusals(trx, customerId)
  // The customer left the bank's page and gives another.
  for (const { id, amountCents: cents } of unconfirmed)
    await queueEffect(trx, { paymentId: id, kind: 'void', amountCents: cents })
  return beginAttempt(trx, {
    ...{ id: paymentId, purpose: 'tip', accountId: customerId, jobId, source: 'card', methodId, processor },
    ...{ mode: job.mode, amountCents, returnUrl: `${needs.baseUrl}/app/jobs/${jobId}?tip=${paymentId}` },
  })
}

/** @throws Problem when the id belongs to something else. */
function joinTip({ accountId, jobId, purpose }: Payment, input: TipInput): null {
  if (accountId !== input.customerId) throw unknownJob
  if (jobId !== input.jobId || purpose !== 'tip') throw usedElsewhere
  return null
}

/** The erasure of the carrier waits for this lock, and then for the tip. */
async function lockCarrier(trx: Trx, { carrier_id: id }: JobRow): Promise<boolean> {
  if (!id) return false
  const account = await trx
    .selectFrom('account')
    .select('erased_at')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return account?.erased_at === null
}

const noTip = new Problem('wrong_state', (t) => t.payments.noTip)
const pending = new Problem('payment_pending', (t) => t.payments.pending)
const noCard = new Problem('payment_method_missing', (t) => t.payments.noCard)
const tooMuch = new Problem('validation_error', (t) => t.payments.tipTooMuch, {
  details: { amount_cents: (t) => t.payments.tipTooMuch },
})
