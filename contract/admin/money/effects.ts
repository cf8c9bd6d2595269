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
  description: 'What the payment takes from. A processor knows nothing of a `wallet`.',
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
/** A state, or `open`: every call that is not settled. */
export const effectFilterStates = ['open', ...effectStates] as const
export type EffectFilterState = (typeof effectFilterStates)[number]

/** How people moved the money of a request to the processor: by hand on its pages, or outside it. */
export const paidThrough = ['outside', 'processor'] as const
export type PaidThrough = (typeof paidThrough)[number]

/** Without spaces, so it is a number and not a name. */
export const outsideReference = '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$'

const Kind = Type.Enum([...effectKinds], {
  type: 'string',
  description: '`transfer` is a payout to a carrier.',
})

const State = Type.Enum([...effectStates], {
  type: 'string',
  description:
    '`failing`: the last attempt failed, and it is tried again; `waits_for_processor`: for its balance, or for the bank of ' +
    'a refund; `waits_for_account`: the carrier has no payout account; `blocked`: by a report, a doubt or a dispute.',
})

const filters = {
  kind: Type.Optional(Kind),
  state: Type.Optional(
    Type.Enum([...effectFilterStates], {
      type: 'string',
      description: 'Only in this state; `open`: every call that is neither `done` nor `refused`.',
    }),
  ),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only of this processor.' }),
  ),
  carrier_id: Type.Optional(Id('Only payouts to this carrier.')),
  ...moneyFilters,
}

const MoneyEffect = Type.Object(
  {
    effect_id: Id('The call.'),
    kind: Kind,
    state: State,
    by_hand: Type.Boolean({ description: 'It was done at the processor, not by Dray.' }),
    settled_by: MaybeText('What staff named as the payment that settled it: see `settleEffectOutside`.'),
    amount_cents: Cents('Amount'),
    payment_id: Id('The payment that needs it.'),
    processor: Type.String(),
    source: PaymentSource,
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText('Why the last attempt failed, or what it waits for.'),
    next_try_at: MaybeInstant('Tried again; null while it runs, waits without a date, or is settled'),
    created_at: Instant('Queued'),
    settled_at: MaybeInstant('Settled'),
    job: MaybeJob,
    carrier: MaybePerson('Who is paid; null for other calls.'),
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
  summary: 'Captures, refunds, payouts and the other calls to the processor',
  description: 'The latest first. `from` and `to` are about the instant at which a call was queued.',
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
  summary: 'Download captures, refunds, payouts and the other calls to the processor',
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
  summary: 'Try a call again now',
  description:
    'A call that waits for its next attempt is made within seconds, by the running server. A refund that is refused again ' +
    'may cost a fee of the processor. Repeating it while the call is due or being made changes nothing.',
  params: Type.Object({ effect_id: Id('Of `listEffects`.') }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers(
    { 200: { description: 'The call, which is tried now.', body: MoneyEffect } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: it is settled, or waits for a payout account or a decision.',
    },
  ),
} as const satisfies AdminOperation

export const settleEffectOutside = {
  operationId: 'settleEffectOutside',
  method: 'POST',
  url: '/admin/v1/money/effects/:effect_id/outside-payment',
  access: 'owner',
  stepUp: true,
  summary: 'Settle a call that was paid in another way',
  description:
    'For a refund or a payout that the processor has refused, and a payout without a payout account, once the money was paid ' +
    'by hand; and for a refused capture or authorisation of a job that is owed, once the customer has paid outside. It is ' +
    'booked, and the job goes on. Repeating it with the same reference changes nothing. A call that runs, whose answer is ' +
    'unknown, or whose refund is in progress may still succeed and is refused.',
  params: Type.Object({ effect_id: Id('Of `listEffects`.') }),
  body: Type.Object(
    {
      paid_through: Type.Enum([...paidThrough], {
        type: 'string',
        description:
          '`outside`: in cash, by bank transfer, or in any other way that the processor knows nothing of; `processor`: by hand on ' +
          'its own pages, only for a refund or a payout.',
      }),
      reference: Type.String({
        pattern: outsideReference,
        description:
          'Of that payment: the number of a receipt or a bank transfer, or the id of the processor. No name of a person.',
      }),
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    { 200: { description: 'The call, settled.', body: MoneyEffect } },
    {
      404: '`not_found`.',
      409:
        '`wrong_state`: it is settled, may still succeed, its money is blocked, or the reference is that of something else. ' +
        '`payment_pending`: the customer is paying.',
    },
  ),
} as const satisfies AdminOperation

export const bookPayment = {
  operationId: 'bookPayment',
  method: 'POST',
  url: '/admin/v1/money/payments/:payment_id/booking',
  access: 'staff',
  stepUp: true,
  summary: 'Book what was done with a payment at the processor',
  description:
    'Reads the payment and its refunds at the processor now, as after an event, and books what people have captured, ' +
    'cancelled or refunded there. Nothing happens where both agree.',
  params: Type.Object({ payment_id: Id('Of `listHolds` or `listEffects`.') }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers(
    {
      200: {
        description: 'Both agree now.',
        body: Type.Object(
          {
            changed: Type.Boolean({ description: 'False if they agreed before.' }),
            captured_cents: Cents('Taken'),
            refunded_cents: Cents('Given back'),
          },
          closed,
        ),
      },
    },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the processor knows nothing of it, such as of money of a wallet.',
    },
  ),
} as const satisfies AdminOperation
