import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, Reason, withPhones } from '../common.ts'
import {
  closed,
  downloads,
  fileAnswers,
  fileDescription,
  MaybeJob,
  MaybePartner,
  MaybePerson,
  moneyFilters,
  Place,
} from './common.ts'
import { paymentSources } from './holds.ts'

const PaymentSource = Type.Enum([...paymentSources], {
  type: 'string',
  description: 'The source of the money. Payments from a `wallet` are not known to the processor.',
})

export const effectKinds = ['authorize', 'capture', 'void', 'refund', 'transfer'] as const
export const effectStates = [
  'due',
  'running',
  'failing',
  'waits_for_processor',
  'waits_for_account',
  'blocked',
  'done',
  'refused',
] as const
export type EffectState = (typeof effectStates)[number]
/** A state, or `open`: every call that has not ended. */
export const effectFilterStates = ['open', ...effectStates] as const
export type EffectFilterState = (typeof effectFilterStates)[number]

/** How people moved the money of a request to the processor: by hand on its pages, or outside it. */
export const paidThrough = ['outside', 'processor'] as const
export type PaidThrough = (typeof paidThrough)[number]

/** Without spaces, so that the full name of a person does not fit. */
export const outsideReference = '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$'

const Kind = Type.Enum([...effectKinds], {
  type: 'string',
  description:
    '`authorize`: hold an amount; `capture`: charge it; `void`: release it; `refund`: return it to the customer; `transfer`: pay a carrier.',
})

const State = Type.Enum([...effectStates], {
  type: 'string',
  description:
    '`due`: waits for its first attempt; `running`: an attempt is in progress; `failing`: the last attempt failed, and a retry follows; `waits_for_processor`: waits for the balance at the processor, or for the bank of a refund; `waits_for_account`: the carrier has no payout account; `blocked`: by a report, a doubt or a dispute; `done` and `refused` are final.',
})

const filters = {
  kind: Type.Optional(Kind),
  state: Type.Optional(
    Type.Enum([...effectFilterStates], {
      type: 'string',
      description: 'Only calls in this state; `open`: every call that is neither `done` nor `refused`.',
    }),
  ),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only calls to this processor.' }),
  ),
  carrier_id: Type.Optional(Id('Only payouts to this carrier.')),
  ...moneyFilters,
}

const MoneyEffect = Type.Object(
  {
    effect_id: Id('The call to the processor.'),
    kind: Kind,
    state: State,
    by_hand: Type.Boolean({
      description: 'True if people did it on the pages of the processor, and not Dray.',
    }),
    settled_by: MaybeText(
      'The reference of the payment that staff recorded with `settleEffectOutside`; null for any other call.',
    ),
    amount_cents: Cents('The amount'),
    payment_id: Id('The payment that needs it.'),
    processor: Type.String(),
    source: PaymentSource,
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText(
      'Why the last attempt failed, or what the call waits for; null if neither applies.',
    ),
    next_try_at: MaybeInstant(
      'When the next attempt is due',
      'while the call runs or waits without a date, and after its end',
    ),
    created_at: Instant('When the call was queued'),
    settled_at: MaybeInstant('When the call ended, done or refused'),
    job: MaybeJob,
    carrier: MaybePerson('The carrier who is paid; null for a call that is not a payout.'),
    partner: MaybePartner,
  },
  { $id: 'MoneyEffect', ...closed },
)
export type MoneyEffect = Static<typeof MoneyEffect>

export const listEffects = {
  operationId: 'listEffects',
  method: 'GET',
  url: '/admin/v1/money/effects',
  access: 'viewer',
  summary: 'List captures, refunds, payouts and other calls to the processor',
  description: 'The latest first. `from` and `to` filter by `created_at`.',
  query: Type.Object({ ...filters, ...pageQuery(Place) }),
  answers: answers({
    200: {
      description: 'The calls.',
      body: Type.Object({ effects: Type.Array(MoneyEffect), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportEffects = {
  operationId: 'exportEffects',
  method: 'GET',
  url: '/admin/v1/money/effects/export',
  access: 'viewer',
  summary: 'Download captures, refunds, payouts and other calls to the processor',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

export const retryEffect = {
  operationId: 'retryEffect',
  method: 'POST',
  url: '/admin/v1/money/effects/:effect_id/retry',
  access: 'staff',
  stepUp: true,
  summary: 'Retry a call now',
  description:
    'Makes the next attempt due now: a node with background tasks makes the call within seconds. A refund that is refused again may cost a fee of the processor. Repeating it while the call is due or running changes nothing.',
  params: Type.Object({ effect_id: Id('The `effect_id` from `listEffects`.') }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers(
    { 200: { description: 'The call, whose next attempt is due.', body: MoneyEffect } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the call has ended, or waits for a payout account or a decision.',
    },
  ),
} as const satisfies AdminOperation

export const settleEffectOutside = {
  operationId: 'settleEffectOutside',
  method: 'POST',
  url: '/admin/v1/money/effects/:effect_id/outside-payment',
  access: 'owner',
  stepUp: true,
  summary: 'Settle a call whose money was paid in another way',
  description:
    'For a refused refund or payout, or a payout without a payout account, after people have paid the money in another way; and for a refused capture or authorisation of a job that is owed, after the customer has paid outside the processor. The payment is booked, and the job continues. The request has the amount that was paid: a call that another amount is due for by now, such as a payout that became smaller for a refund, is not settled. Repeating it with the same reference changes nothing. `wrong_state` for a call that may still succeed: it is running, its result is unknown, or its refund is in progress.',
  params: Type.Object({ effect_id: Id('The `effect_id` from `listEffects`.') }),
  body: Type.Object(
    {
      paid_through: Type.Enum([...paidThrough], {
        type: 'string',
        description:
          '`outside`: in cash, by bank transfer, or in any other way without the processor; `processor`: by people on the pages of the processor, only for a refund or a payout.',
      }),
      amount_cents: Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: 'What was paid, in euro cents: the amount of the call, or what the job owes.',
      }),
      reference: Type.String({
        pattern: outsideReference,
        description:
          'The reference of that payment: the number of a receipt or of a bank transfer, or its id at the processor. It must not name a person.',
      }),
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    { 200: { description: 'The call, settled.', body: MoneyEffect } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the call has ended or may still succeed, its money is blocked, another amount is due by now, or another payment has this reference. `payment_pending`: a payment of the customer is in progress.',
    },
  ),
} as const satisfies AdminOperation

export const bookPayment = {
  operationId: 'bookPayment',
  method: 'POST',
  url: '/admin/v1/money/payments/:payment_id/booking',
  access: 'staff',
  stepUp: true,
  summary: 'Book changes that people made at the processor',
  description:
    'Reads the payment and its refunds at the processor now, and books what people have captured, cancelled or refunded on its pages. If both sides agree already, nothing changes.',
  params: Type.Object({ payment_id: Id('The `payment_id` from `listHolds` or `listEffects`.') }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers(
    {
      200: {
        description: 'Dray and the processor agree now.',
        body: Type.Object(
          {
            changed: Type.Boolean({
              description: 'True if something was booked; false if both sides agreed before.',
            }),
            captured_cents: Cents('The charged amount'),
            refunded_cents: Cents('The refunded amount'),
          },
          closed,
        ),
      },
    },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the processor does not know the payment, such as a payment from a wallet.',
    },
  ),
} as const satisfies AdminOperation
