import type { PaymentMethod } from '#contract/app/payments.ts'
import type { SavedMethod } from '../../../payments/cards/methods.ts'

export const presentMethod = ({
  id,
  brand,
  lastFour,
  expiresMonth,
  expiresYear,
}: SavedMethod): PaymentMethod => ({
  payment_method_id: id,
  brand,
  last_four: lastFour,
  expires_month: expiresMonth,
  expires_year: expiresYear,
})
