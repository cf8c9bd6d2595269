import { Type } from 'typebox'
import { MayBeAbsent } from '../common.ts'
import { tripReportKinds } from '../reports.ts'

/** What people do with a job, in the order of a happy life. A partner can make each happen in the sandbox. */
export const moves = [
  'open',
  'sign_in',
  'pay',
  'publish',
  'wish_time',
  'confirm',
  'refuse_confirmation',
  'accept',
  'agree_time',
  'move_time',
  'collect',
  'drive',
  'deliver',
  'give_back',
  'report_trip',
  'answer_trip',
  'cancel',
  'rate',
  'tip',
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

/** A move, and what it takes. */
export const MoveInput = Type.Object({
  do: Type.Enum([...moves], { type: 'string' }),
  outcome: MayBeAbsent(
    Type.Enum([...cardOutcomes], { type: 'string', description: 'Only for `pay`; `success` if absent.' }),
  ),
  by: MayBeAbsent(
    Type.Enum(['customer', 'carrier'], {
      type: 'string',
      description: 'Only for `rate`; `customer` if absent.',
    }),
  ),
  reason: MayBeAbsent(
    Type.Enum([...tripReportKinds], {
      type: 'string',
      description:
        'Only for `report_trip`: why the carrier cannot collect; `wrong_address` if absent. `breakdown` is possible at any time, the others from the beginning of an agreed time, and `customer_absent` 15 minutes later or 15 minutes after the acceptance, because the carrier waits for so long.',
    }),
  ),
  agrees: MayBeAbsent(
    Type.Boolean({
      description: 'Only for `answer_trip`: whether the customer agrees with the report; true if absent.',
    }),
  ),
  way_percent: MayBeAbsent(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Only for `drive`: how much of the way from the pickup to the dropoff is behind the carrier; 100 if absent. The customer sees the position until the delivery.',
    }),
  ),
  stars: MayBeAbsent(Type.Integer({ minimum: 1, maximum: 5, description: 'Only for `rate`; 5 if absent.' })),
})
