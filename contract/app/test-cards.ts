/** Card numbers of the sandbox processor, and what each does. Saving a card with any other number is refused. */
export const testCards = [
  { number: '4242424242424242', does: 'success' },
  { number: '4000000000000002', does: 'declined' },
  { number: '4000000000009995', does: 'insufficient_funds' },
  { number: '4000000000000069', does: 'expired_card' },
  { number: '4000002500003155', does: 'asks_confirmation' },
  { number: '4000000000000341', does: 'refused_at_capture' },
  { number: '4000000000000259', does: 'hold_expires_at_once' },
  { number: '4000000000000119', does: 'outcome_unknown' },
  { number: '4000000000000127', does: 'answers_late' },
  { number: '4000000000003220', does: 'renewal_refused' },
] as const
export type TestCardBehaviour = (typeof testCards)[number]['does']
