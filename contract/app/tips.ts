import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant, MaybeInstant, MaybeText, tooManyRefused } from './common.ts'
import { PaymentMethod } from './payments.ts'

/*
 * Tips after the delivery (decision 72). A tip goes to the carrier whole and at once, so a stolen card would pay a
 * carrier who takes part in the theft: the limits keep that small. Below a euro, most of it would be the processor's.
 */

export const minTipCents = 100

/** Of all tips for a job. */
export const maxTipCents = 10_000

/** From the completion. Later, customer and carrier no longer know of each other. */
export const tipDays = 7

const tipStates = ['pending', 'action_required', 'given', 'refused'] as const

export const Tip = Type.Object(
  {
    payment_id: Id('The tip.'),
    amount_cents: Cents('The amount'),
    refunded_cents: Cents('What the customer got back of it'),
    state: Type.Enum([...tipStates], { type: 'string' }),
    action_url: MaybeText(
      'The URL of the page where the customer confirms the payment; only if `action_required`.',
    ),
    refusal: MaybeText(
      'Why it was refused: `declined`, `insufficient_funds`, `expired_card`, `not_confirmed` or `other`; only if `refused`.',
    ),
    asked_at: Instant('When the customer asked for it'),
  },
  { $id: 'Tip', additionalProperties: false },
)
export type Tip = Static<typeof Tip>

export const Tips = Type.Object(
  {
    may_tip: Type.Boolean({ description: 'True if the customer can give a tip now.' }),
    until: MaybeInstant('Until when the customer can give a tip', 'if the job is not completed'),
    suggested_cents: Type.Array(Cents('A suggestion'), {
      description: 'Suggestions from the price of the job, the smallest first.',
    }),
    min_cents: Cents('The smallest tip'),
    left_cents: Cents('The largest tip that is possible now; together, the tips of a job have a limit'),
    card: Type.Union([PaymentMethod, Type.Null()], {
      description: 'The card that paid for the job, else the newest saved one; null without a saved card.',
    }),
    tips: Type.Array(Tip, { description: 'The tips of this job, the oldest first.' }),
  },
  { $id: 'Tips', additionalProperties: false },
)
export type Tips = Static<typeof Tips>

const params = Type.Object({ job_id: Id('A job of this customer.') })
const theTips = { 200: { description: 'The tips in their present state.', body: Tips } }

export const readTips = {
  operationId: 'readTips',
  method: 'GET',
  url: '/app/v1/jobs/:job_id/tips',
  access: 'account',
  summary: 'Read the tips of a job',
  description:
    'What was given, and what can be given now. Asks the processor while a tip waits for a confirmation.',
  params,
  answers: answers(theTips, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const giveTip = {
  operationId: 'giveTip',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/tips',
  access: 'account',
  needsTerms: true,
  summary: 'Give a tip',
  description: `Charges a saved card at once. The carrier gets the whole amount; no fee is taken. Possible for ${tipDays} days after the completion, ${minTipCents / 100} to ${maxTipCents / 100} euros for a job together. Repeating the request with the same \`payment_id\` continues the same tip. A new \`payment_id\` ends one that is \`action_required\`. After a confirmation the customer is sent back to the job with \`?tip=<payment_id>\`.`,
  params,
  body: Type.Object({
    payment_id: Id('A new UUID, made by the client.'),
    amount_cents: Type.Integer({ minimum: minTipCents, maximum: maxTipCents, description: 'In euro cents.' }),
    payment_method_id: Id('A saved card.'),
  }),
  answers: answers(theTips, {
    400: '`validation_error` on `amount_cents`: above `left_cents`.',
    404: '`not_found`.',
    409: '`wrong_state`: no tip can be given now, or the `payment_id` was used before; `payment_pending`: another tip is in progress; or `payment_method_missing`.',
    429: tooManyRefused,
  }),
} as const satisfies AppOperation

export const tipOperations = [readTips, giveTip] as const
