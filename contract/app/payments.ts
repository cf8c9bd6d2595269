import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant, MaybeText, tooManyRefused } from './common.ts'

export const PaymentMethod = Type.Object(
  {
    payment_method_id: Id('The saved card.'),
    brand: Type.String({ description: 'Such as `visa`.' }),
    last_four: Type.String(),
    expires_month: Type.Integer(),
    expires_year: Type.Integer(),
  },
  { $id: 'PaymentMethod', additionalProperties: false },
)
export type PaymentMethod = Static<typeof PaymentMethod>

export const listPaymentMethods = {
  operationId: 'listPaymentMethods',
  method: 'GET',
  url: '/app/v1/payment-methods',
  access: 'account',
  summary: 'How this account can pay',
  description:
    'Saved cards, the newest first, and what is in the wallet. Cards are per processor: those that can pay for a job are ' +
    'asked for with its `job_id`, as a test job is paid with test cards whatever is configured.',
  query: Type.Object({ job_id: Type.Optional(Id('One of the own jobs.')) }),
  answers: answers(
    {
      200: {
        description: 'Cards and wallet.',
        body: Type.Object(
          {
            methods: Type.Array(PaymentMethod),
            wallet_cents: Cents('Available in the wallet (`available_cents`)'),
            sandbox: Type.Boolean({
              description: 'True where no real money moves: say so, and offer test cards.',
            }),
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
    "Opens a page of the payment processor's; card numbers never pass through Dray. The same `setup_id` again answers the same page.",
  body: Type.Object({
    setup_id: Id('Made by the client.'),
    return_path: ReturnPath,
    job_id: Type.Optional(Id('The own job that it is for; as with `listPaymentMethods`.')),
  }),
  answers: answers(
    {
      201: {
        description:
          'Open `url` now; the customer comes back to `return_path` with `?card_setup=<setup_id>`.',
        body: Type.Object({ setup_id: Id('As given.'), url: Type.String() }, { additionalProperties: false }),
      },
    },
    {
      404: "`not_found`: no such job, or another's `setup_id`.",
      429: '`rate_limit_exceeded`: 20 setups in 24 hours, or too many calls; wait `retry_after_seconds`.',
    },
  ),
} as const satisfies AppOperation

export const CardSetup = Type.Object(
  {
    setup_id: Id('The attempt.'),
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
  summary: 'Whether a card was saved',
  description: 'Asks the processor when it is still pending here.',
  params: Type.Object({ setup_id: Id('Of `startCardSetup`.') }),
  answers: answers({ 200: { description: 'The attempt.', body: CardSetup } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const removePaymentMethod = {
  operationId: 'removePaymentMethod',
  method: 'DELETE',
  url: '/app/v1/payment-methods/:payment_method_id',
  access: 'account',
  summary: 'Forget a card',
  description: 'Refused (`wrong_state`) while a hold that may need renewing rests on it.',
  params: Type.Object({ payment_method_id: Id('Of `listPaymentMethods`.') }),
  answers: answers(
    { 204: { description: 'Forgotten.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`.' },
  ),
} as const satisfies AppOperation

const WalletEntry = Type.Object({
  at: Instant('Booked'),
  kind: Type.String({ description: '`top_up`, `hold`, `release`, `refund`.' }),
  amount_cents: Type.Integer({ description: 'Signed: what came in is positive.' }),
  job_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})

export const readWallet = {
  operationId: 'readWallet',
  method: 'GET',
  url: '/app/v1/wallet',
  access: 'account',
  summary: 'The wallet',
  description: 'Balance and the last 100 entries, newest first.',
  answers: answers({
    200: {
      description: 'The wallet.',
      body: Type.Object(
        {
          balance_cents: Cents('In the wallet'),
          available_cents: Cents(
            'Can pay jobs; the rest of the balance waits because a bank disputes a top-up',
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
    amount_cents: Cents('Asked for'),
    status: Type.Enum(['pending', 'action_required', 'done', 'refused'], { type: 'string' }),
    action_url: MaybeText('Where to confirm; only when `action_required`.'),
    refusal: MaybeText(
      '`declined`, `insufficient_funds`, `expired_card`, `not_confirmed`, `other`; only when `refused`.',
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
    'Charges a saved card at once, 5 to 500 €. The same `payment_id` again joins the same charge. From a confirmation the ' +
    'customer comes back to `return_path` with `?payment=<payment_id>`.',
  body: Type.Object({
    payment_id: Id('Made by the client.'),
    amount_cents: Type.Integer({ minimum: 500, maximum: 50_000 }),
    payment_method_id: Id('A saved card.'),
    return_path: ReturnPath,
  }),
  answers: answers(
    { 202: { description: 'In progress or done.', body: TopUp } },
    { 404: '`not_found`: no such card.', 429: tooManyRefused },
  ),
} as const satisfies AppOperation

export const readTopUp = {
  operationId: 'readTopUp',
  method: 'GET',
  url: '/app/v1/wallet/top-ups/:payment_id',
  access: 'account',
  summary: 'The status of a top-up',
  description: 'Asks the processor when a confirmation is awaited.',
  params: Type.Object({ payment_id: Id('Of `topUpWallet`.') }),
  answers: answers({ 200: { description: 'The top-up.', body: TopUp } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

/** Operations of the sandbox processor's pages in the app: only where no real money moves. */
export const fillSandboxCard = {
  operationId: 'fillSandboxCard',
  method: 'POST',
  url: '/app/v1/sandbox/card-setups/:setup_id',
  access: 'account',
  summary: 'Sandbox: type a test card',
  description:
    'What the page of a real processor does elsewhere. Takes test numbers only (`contract/app/test-cards.ts`).',
  params: Type.Object({ setup_id: Id('Of `startCardSetup`.') }),
  body: Type.Object({ card_number: Type.String({ pattern: '^[0-9 ]{12,23}$' }) }),
  answers: answers(
    { 204: { description: 'Read `readCardSetup` now.', body: null } },
    { 404: '`not_found`.' },
  ),
} as const satisfies AppOperation

export const confirmSandboxPayment = {
  operationId: 'confirmSandboxPayment',
  method: 'POST',
  url: '/app/v1/sandbox/payments/:payment_id/confirmation',
  access: 'account',
  summary: 'Sandbox: answer the bank',
  description: 'What the page of a bank does elsewhere (3-D Secure).',
  params: Type.Object({ payment_id: Id('Whose confirmation is awaited.') }),
  body: Type.Object({ approve: Type.Boolean() }),
  answers: answers({ 204: { description: 'Told.', body: null } }, { 404: '`not_found`.' }),
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
