/** Card numbers of the sandbox processor, and what each does. Saving a card with any other number is refused. */
export const testCards = [
  { number: '4242424242424242', brand: 'visa', does: 'success' },
  { number: '4000000000000002', brand: 'visa', does: 'declined' },
  { number: '4000000000009995', brand: 'visa', does: 'insufficient_funds' },
  { number: '4000000000000069', brand: 'visa', does: 'expired_card' },
  { number: '4000002500003155', brand: 'visa', does: 'asks_confirmation' },
  { number: '4000000000000341', brand: 'visa', does: 'refused_at_capture' },
  { number: '4000000000000259', brand: 'visa', does: 'hold_expires_at_once' },
  { number: '4000000000000119', brand: 'visa', does: 'outcome_unknown' },
  { number: '4000000000000127', brand: 'visa', does: 'answers_late' },
  { number: '4000000000003220', brand: 'visa', does: 'renewal_refused' },
  { number: '5555555555554444', brand: 'mastercard', does: 'success' },
  { number: '378282246310005', brand: 'amex', does: 'success' },
] as const
export type TestCardBehaviour = (typeof testCards)[number]['does']
