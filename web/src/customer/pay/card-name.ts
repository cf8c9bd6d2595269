import type { PaymentMethod } from '#contract/app/payments.ts'

/** Parameters of the text `pay.card`: capitalised brand and last digits. */
export const cardName = ({ brand, last_four }: Pick<PaymentMethod, 'brand' | 'last_four'>) => ({
  brand: brand.charAt(0).toUpperCase() + brand.slice(1),
  lastFour: last_four,
})

/** Parameters of the text `pay.cardUntil`. */
export const cardUntil = ({ expires_month, expires_year }: PaymentMethod) => ({
  month: String(expires_month).padStart(2, '0'),
  year: String(expires_year).slice(-2),
})
