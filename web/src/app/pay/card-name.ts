import type { PaymentMethod } from '#contract/app/payments.ts'

/** For `pay.card`: the brand as its bank writes it, and the last digits. */
export const cardName = ({ brand, last_four }: Pick<PaymentMethod, 'brand' | 'last_four'>) => ({
  brand: brand.charAt(0).toUpperCase() + brand.slice(1),
  lastFour: last_four,
})

/** For `pay.cardUntil`. */
export const cardUntil = ({ expires_month, expires_year }: PaymentMethod) => ({
  month: String(expires_month).padStart(2, '0'),
  year: String(expires_year).slice(-2),
})
