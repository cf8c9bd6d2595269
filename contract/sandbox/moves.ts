/** What people do with a job, in the order of a happy life. A partner can make each happen in the sandbox. */
export const moves = [
  'open',
  'sign_in',
  'pay',
  'publish',
  'confirm',
  'refuse_confirmation',
  'accept',
  'agree_time',
  'collect',
  'deliver',
  'give_back',
  'report_trip',
  'answer_trip',
  'cancel',
  'rate',
] as const
export type Move = (typeof moves)[number]

/** How the card of `pay` behaves. */
export const cardOutcomes = [
  'success',
  'declined',
  'insufficient_funds',
  'expired_card',
  'asks_confirmation',
  'refused_at_capture',
  'renewal_refused',
] as const
export type CardOutcome = (typeof cardOutcomes)[number]
