import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant, MaybeText, tooManyRefused } from './common.ts'

export const PaymentMethod = Type.Object(
  {
    payment_method_id: Id('The saved card.'),
    brand: Type.String({ description: 'The brand of the card, such as `visa`.' }),
    last_four: Type.String(),
    expires_month: Type.Integer(),
    expires_year: Type.Integer(),
  },
  { $id: 'PaymentMethod', additionalProperties: false },
)
export type PaymentMethod = Static<typeof PaymentMethod>

const CardForm = Type.Object(
  {
    kind: Type.Enum(['test', 'stripe', 'page'], {
      type: 'string',
      description:
        '`test`: fields of the app, which take test cards (`fillSandboxCard`). `stripe`: fields that the script of Stripe draws. `page`: the app opens the `url` of `startCardSetup`.',
    }),
    publishable_key: MaybeText('The key for the script of Stripe; only if `stripe`.'),
  },
  { $id: 'CardForm', additionalProperties: false },
)
export type CardForm = Static<typeof CardForm>

export const listPaymentMethods = {
  operationId: 'listPaymentMethods',
  method: 'GET',
  url: '/app/v1/payment-methods',
  access: 'account',
  summary: 'List the saved cards and the wallet',
  description:
    'The saved cards, the newest first, and the amount in the wallet that can pay. A card belongs to one payment processor, and a test job is always paid with cards of the sandbox: send `job_id` to get the cards that can pay for that job.',
  query: Type.Object({ job_id: Type.Optional(Id('A job of this customer.')) }),
  answers: answers(
    {
      200: {
        description: 'Cards and wallet.',
        body: Type.Object(
          {
            methods: Type.Array(PaymentMethod),
            wallet_cents: Cents('The part of the wallet that can pay (`available_cents` of `readWallet`)'),
            sandbox: Type.Boolean({
              description: 'True if no real money moves: the app must say so and offer test cards.',
            }),
            card_form: CardForm,
          },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`: no such job.' },
  ),
} as const satisfies AppOperation

/** A path of the app to return to; never a URL of another site. */
const ReturnPath = Type.String({ pattern: '^/(app|carrier|draft)(/[A-Za-z0-9_\\-/]*)?$', maxLength: 200 })

export const startCardSetup = {
  operationId: 'startCardSetup',
  method: 'POST',
  url: '/app/v1/card-setups',
  access: 'account',
  summary: 'Save a card',
  description:
    'Begins an attempt to save a card; card numbers never pass through Dray. Repeating the request with the same `setup_id` answers the same attempt.',
  body: Type.Object({
    setup_id: Id('A new UUID, made by the client.'),
    return_path: ReturnPath,
    in_page: Type.Optional(
      Type.Boolean({
        description:
          'True if the app shows the fields of `card_form` (`listPaymentMethods`) instead of opening `url`.',
      }),
    ),
    job_id: Type.Optional(Id('The job that the card is for; see `listPaymentMethods`.')),
  }),
  answers: answers(
    {
      201: {
        description:
          'The attempt. Without `in_page`: the page to open at once (`url`). The processor, and a bank that asks the customer, send them back to `return_path` with `?card_setup=<setup_id>`. An attempt that has ended answers the URL of `return_path`.',
        body: Type.Object(
          {
            setup_id: Id('The `setup_id` of the request.'),
            url: Type.String(),
            client_secret: MaybeText(
              'With it the script of Stripe confirms this attempt, and no other; only with `in_page`, if `card_form` is `stripe` and the attempt has not ended.',
            ),
          },
          { additionalProperties: false },
        ),
      },
    },
    {
      404: '`not_found`: there is no such job, or another account has used this `setup_id`.',
      429: '`rate_limit_exceeded`: 20 cards were started in the last 24 hours, or there were too many calls; wait `retry_after_seconds`.',
    },
  ),
} as const satisfies AppOperation

export const CardSetup = Type.Object(
  {
    setup_id: Id('The attempt to save a card.'),
    status: Type.Enum(['pending', 'saved', 'refused'], { type: 'string' }),
    method: Type.Union([PaymentMethod, Type.Null()]),
  },
  { $id: 'CardSetup', additionalProperties: false },
)
export type CardSetup = Static<typeof CardSetup>

export const readCardSetup = {
  operationId: 'readCardSetup',
  method: 'GET',
  url: '/app/v1/card-setups/:setup_id',
  access: 'account',
  summary: 'Read whether a card was saved',
  description: 'Asks the processor if the status is still `pending` here.',
  params: Type.Object({ setup_id: Id('The `setup_id` sent to `startCardSetup`.') }),
  answers: answers(
    { 200: { description: 'The attempt to save a card.', body: CardSetup } },
    { 404: '`not_found`.' },
  ),
} as const satisfies AppOperation

export const removePaymentMethod = {
  operationId: 'removePaymentMethod',
  method: 'DELETE',
  url: '/app/v1/payment-methods/:payment_method_id',
  access: 'account',
  summary: 'Delete a card',
  description: 'Refused (`wrong_state`) while the card has a hold that may have to be renewed.',
  params: Type.Object({ payment_method_id: Id('The `payment_method_id` from `listPaymentMethods`.') }),
  answers: answers(
    { 204: { description: 'Deleted.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`.' },
  ),
} as const satisfies AppOperation

const WalletEntry = Type.Object({
  at: Instant('When the amount was booked'),
  kind: Type.String({ description: '`top_up`, `hold`, `release` or `refund`.' }),
  amount_cents: Type.Integer({
    description: 'In euro cents; positive for an amount that came into the wallet.',
  }),
  job_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})

export const readWallet = {
  operationId: 'readWallet',
  method: 'GET',
  url: '/app/v1/wallet',
  access: 'account',
  summary: 'Read the wallet',
  description: 'The balance and the last 100 entries, the newest first.',
  answers: answers({
    200: {
      description: 'The wallet.',
      body: Type.Object(
        {
          balance_cents: Cents('The balance of the wallet'),
          available_cents: Cents(
            'The part of the balance that can pay for jobs; the rest is blocked because a bank disputes a top-up',
          ),
          entries: Type.Array(WalletEntry),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

export const TopUp = Type.Object(
  {
    payment_id: Id('The top-up.'),
    amount_cents: Cents('The requested amount'),
    status: Type.Enum(['pending', 'action_required', 'done', 'refused'], { type: 'string' }),
    action_url: MaybeText(
      'The URL of the page where the customer confirms the payment; only if `action_required`.',
    ),
    refusal: MaybeText(
      'Why it was refused: `declined`, `insufficient_funds`, `expired_card`, `not_confirmed` or `other`; only if `refused`.',
    ),
  },
  { $id: 'TopUp', additionalProperties: false },
)
export type TopUp = Static<typeof TopUp>

export const topUpWallet = {
  operationId: 'topUpWallet',
  method: 'POST',
  url: '/app/v1/wallet/top-ups',
  access: 'account',
  needsTerms: true,
  summary: 'Put money into the wallet',
  description:
    'Charges a saved card at once, 5 to 500 euros. Repeating the request with the same `payment_id` answers the same charge. After a confirmation, the customer is sent back to `return_path` with `?payment=<payment_id>`.',
  body: Type.Object({
    payment_id: Id('A new UUID, made by the client.'),
    amount_cents: Type.Integer({ minimum: 500, maximum: 50_000 }),
    payment_method_id: Id('A saved card.'),
    return_path: ReturnPath,
  }),
  answers: answers(
    { 202: { description: 'In progress or done.', body: TopUp } },
    { 404: '`not_found`: there is no such card.', 429: tooManyRefused },
  ),
} as const satisfies AppOperation

export const readTopUp = {
  operationId: 'readTopUp',
  method: 'GET',
  url: '/app/v1/wallet/top-ups/:payment_id',
  access: 'account',
  summary: 'Read the status of a top-up',
  description: 'Asks the processor while the top-up waits for a confirmation.',
  params: Type.Object({ payment_id: Id('The `payment_id` sent to `topUpWallet`.') }),
  answers: answers({ 200: { description: 'The top-up.', body: TopUp } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

/** Operations for the pages of the sandbox processor in the app. They work only if no real money moves. */
export const fillSandboxCard = {
  operationId: 'fillSandboxCard',
  method: 'POST',
  url: '/app/v1/sandbox/card-setups/:setup_id',
  access: 'account',
  summary: 'Sandbox: type a test card',
  description:
    'Replaces the fields of a real processor in which a customer types the card. Accepts only test numbers (`contract/app/test-cards.ts`) that have not expired. The security code is checked and not kept.',
  params: Type.Object({ setup_id: Id('The `setup_id` sent to `startCardSetup`.') }),
  body: Type.Object({
    card_number: Type.String({ pattern: '^[0-9 ]{12,23}$' }),
    expires_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    expires_year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2099 })),
    cvc: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$' })),
  }),
  answers: answers(
    { 204: { description: 'Done; `readCardSetup` has the result.', body: null } },
    { 404: '`not_found`.' },
  ),
} as const satisfies AppOperation

export const confirmSandboxPayment = {
  operationId: 'confirmSandboxPayment',
  method: 'POST',
  url: '/app/v1/sandbox/payments/:payment_id/confirmation',
  access: 'account',
  summary: 'Sandbox: answer the bank',
  description: 'Replaces the page of a bank on which a customer confirms a payment (3-D Secure).',
  params: Type.Object({ payment_id: Id('The payment that waits for a confirmation.') }),
  body: Type.Object({ approve: Type.Boolean() }),
  answers: answers({ 204: { description: 'The answer was recorded.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const paymentOperations = [
  listPaymentMethods,
  startCardSetup,
  readCardSetup,
  removePaymentMethod,
  readWallet,
  topUpWallet,
  readTopUp,
  fillSandboxCard,
  confirmSandboxPayment,
] as const
