import type { Answered } from '#contract/app/common.ts'
import { minTipCents, type Tip, type Tips, type tipOperations } from '#contract/app/tips.ts'
import type { PaymentStatus } from '../../../db/tables.ts'
import { recheckPayment } from '../../../jobs/money/attempt.ts'
import { giveTip, type TipNeeds } from '../../../jobs/money/give-tip.ts'
import { readTips, type TipsOfJob } from '../../../jobs/money/read-tips.ts'
import type { Payment } from '../../../payments/payment.ts'
import type { Caller, Handlers } from '../../mount.ts'
import { presentMethod } from '../payments/handlers.ts'

/** Tips of the customer after the delivery (decision 72). */
export const tipHandlers: Handlers<typeof tipOperations, TipNeeds> = {
  readTips:
    (needs) =>
    async ({ caller, params }) => {
      const { tips } = await readTips(needs, { jobId: params.job_id, customerId: caller.accountId })
      const waiting = tips.find(({ status }) => status === 'action_required')
      if (waiting) await recheckPayment(needs, waiting.id)
      return answerTips(needs, caller, params.job_id)
    },
  giveTip:
    (needs) =>
    async ({ caller, params, body }) => {
      await giveTip(needs, {
        jobId: params.job_id,
        customerId: caller.accountId,
        paymentId: body.payment_id.toLowerCase(),
        amountCents: body.amount_cents,
        methodId: body.payment_method_id,
      })
      return answerTips(needs, caller, params.job_id)
    },
}

const answerTips = async (needs: TipNeeds, { accountId }: Caller, jobId: string): Promise<Answered<Tips>> =>
  presentTips(await readTips(needs, { jobId, customerId: accountId }))

const presentTips = ({
  mayTip,
  until,
  suggestedCents,
  leftCents,
  card,
  tips,
}: TipsOfJob): Answered<Tips> => ({
  may_tip: mayTip,
  until,
  suggested_cents: suggestedCents,
  min_cents: minTipCents,
  left_cents: leftCents,
  card: card && presentMethod(card),
  tips: tips.map(presentTip),
})

const shown: Record<PaymentStatus, Tip['state']> = {
  authorizing: 'pending',
  action_required: 'action_required',
  held: 'pending',
  capturing: 'pending',
  captured: 'given',
  releasing: 'refused',
  released: 'refused',
  refused: 'refused',
}

const presentTip = (tip: Payment): Answered<Tip> => ({
  payment_id: tip.id,
  amount_cents: tip.capturedCents || tip.amountCents,
  refunded_cents: tip.refundedCents,
  state: shown[tip.status],
  action_url: tip.status === 'action_required' ? tip.actionUrl : null,
  refusal: shown[tip.status] === 'refused' ? (tip.refusal ?? 'other') : null,
  asked_at: tip.createdAt,
})
