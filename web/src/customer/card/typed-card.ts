import { testCards } from '#contract/app/test-cards.ts'

/** A card as the person types it. */
export type TypedCard = { number: string; expiry: string; cvc: string }

export const emptyCard: TypedCard = { number: '', expiry: '', cvc: '' }

export type CardFault =
  | 'numberMissing'
  | 'numberWrong'
  | 'numberNotTest'
  | 'expiryMissing'
  | 'expiryWrong'
  | 'expired'
  | 'cvcMissing'
  | 'cvcWrong'

export type CardFaults = { [Field in keyof TypedCard]?: CardFault }

/** What is wrong with each field of a test card; empty if nothing is. */
export function faultsOf(card: TypedCard, now: Date): CardFaults {
  const faults = { number: numberFault(card), expiry: expiryFault(card, now), cvc: cvcFault(card) }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null))
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The brand by the first digits of a number, in the words of `PaymentMethod.brand`. */
export const cardBrand = (digits: string): string =>
  brands.find(([, start]) => start.test(digits))?.[0] ?? 'unknown'

const brands: [string, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
]

/** How many digits the security code of this card has. */
export const cvcLength = (number: string): number => (cardBrand(digitsOf(number)) === 'amex' ? 4 : 3)

/** The digits in groups, as on the card. */
export function shownNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19)
  const groups = cardBrand(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : null
  const parts = groups ? groups.exec(digits)?.slice(1) : digits.match(/\d{1,4}/g)
  return (parts ?? []).filter(Boolean).join(' ')
}

/** `1` → `1`, `129` → `12/9`, `7` → `07/`. */
export function shownExpiry(typed: string): string {
  const digits = digitsOf(typed)
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits
  if (whole.length < 2 || (whole.length === 2 && !typed.includes('/') && whole === digits)) return whole
  return `${whole.slice(0, 2)}/${whole.slice(2, 6)}`
}

/** Month and full year; null if the text is not a date. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth ? { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) } : null
}

function numberFault({ number }: TypedCard): CardFault | null {
  const digits = digitsOf(number)
  if (digits === '') return 'numberMissing'
  if (digits.length < 12 || !hasCheckDigit(digits)) return 'numberWrong'
  return testCards.some((card) => card.number === digits) ? null : 'numberNotTest'
}

/** Luhn: finds a mistyped digit and most exchanged ones. */
function hasCheckDigit(digits: string): boolean {
  const values = [...digits].toReversed().map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

/** A card is valid until its month ends. */
function expiryFault({ expiry }: TypedCard, now: Date): CardFault | null {
  if (expiry.trim() === '') return 'expiryMissing'
  const date = expiryOf(expiry)
  if (!date || date.year > now.getFullYear() + 50) return 'expiryWrong'
  return Date.UTC(date.year, date.month) <= now.getTime() ? 'expired' : null
}

function cvcFault({ cvc, number }: TypedCard): CardFault | null {
  if (cvc.trim() === '') return 'cvcMissing'
  return cvc.length === cvcLength(number) && /^\d+$/.test(cvc) ? null : 'cvcWrong'
}
