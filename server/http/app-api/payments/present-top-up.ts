import type { TopUp } from '#contract/app/payments.ts'
import type { PaymentStatus } from '../../../db/tables.ts'
import type { Payment } from '../../../payments/payment.ts'

export function presentTopUp({ id, amountCents, status, actionUrl, refusal }: Payment): TopUp {
  const isRefused = shown[status] === 'refused'
  return {
    payment_id: id,
    amount_cents: amountCents,
    status: shown[status],
    action_url: status === 'action_required' ? actionUrl : null,
    refusal: isRefused ? (refusal ?? 'other') : null,
  }
}

const shown: Record<PaymentStatus, TopUp['status']> = {
  authorizing: 'pending',
  action_required: 'action_required',
  held: 'pending',
  capturing: 'pending',
  captured: 'done',
  releasing: 'refused',
  released: 'refused',
  refused: 'refused',
}
