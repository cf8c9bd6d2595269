import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, Reason, withPhones } from '../common.ts'
import {
  amountFilters,
  closed,
  downloads,
  fileAnswers,
  fileDescription,
  MaybeJob,
  moneyFilters,
  Place,
} from './common.ts'
import { effectKinds } from './effects.ts'
import { ledgerAccountKinds, ledgerKinds } from './ledger-vocabulary.ts'
import { MaybeBalanced } from './overview.ts'

const Kind = Type.Enum([...ledgerKinds], { type: 'string' })

const Balance = Type.Object(
  {
    account: Type.String({
      description:
        'One account such as `platform:fees`; or all of a kind: `wallet`, `held`, `captured`, `carrier`.',
    }),
    balance_cents: Type.Integer({
      description: 'Credits minus debits, in euro cents: that of a processor is minus what is there.',
    }),
    accounts: Type.Integer({ minimum: 0, description: 'Of this kind, those with a balance.' }),
  },
  closed,
)

const Difference = Type.Object(
  {
    check: Type.String({ description: 'Name of the check.' }),
    subject: Type.String({ description: 'The account, payment or call.' }),
    expected_cents: Type.Integer(),
    actual_cents: Type.Integer(),
  },
  closed,
)

const Ledger = Type.Object(
  {
    balanced: MaybeBalanced,
    checked_at: MaybeInstant('Last compared: the whole ledger, or what has changed in the last hour'),
    whole_checked_at: MaybeInstant('Last compared as a whole'),
    checking: Type.Boolean({ description: 'A member has asked for a check that is not done.' }),
    unbalanced_since: MaybeInstant('The first check that found a difference, if the last one did'),
    differences: Type.Array(Difference, { description: 'At most 100.' }),
    balances: Type.Array(Balance),
  },
  { $id: 'Ledger', ...closed },
)
export type Ledger = Static<typeof Ledger>

export const readLedger = {
  operationId: 'readLedger',
  method: 'GET',
  url: '/admin/v1/money/ledger',
  access: 'viewer',
  summary: 'Balances by account, and whether the ledger is in balance',
  description:
    'As of the last check, which runs in the background: the balances add up to zero, and the ledger is compared with ' +
    'payments, calls, wallets and disputes. What has changed is checked every 20 s, the whole ledger as often as its size allows.',
  answers: answers({ 200: { description: 'The balances.', body: Ledger } }),
} as const satisfies AdminOperation

export const checkLedger = {
  operationId: 'checkLedger',
  method: 'POST',
  url: '/admin/v1/money/ledger/check',
  access: 'staff',
  summary: 'Check the ledger now',
  description:
    'The check of the whole ledger, as of `dray ledger check`, is the next work of the background. Read the ledger until ' +
    '`checking` is false. At most 6 a minute by all members together.',
  answers: answers({ 200: { description: 'The ledger as it is now.', body: Ledger } }),
} as const satisfies AdminOperation

const filters = {
  account: Type.Optional(
    Type.String({
      pattern: `^(${ledgerAccountKinds.join('|')}):[a-z0-9_-]{1,60}$`,
      description: 'Only rows with this account on one of their sides.',
    }),
  ),
  kind: Type.Optional(Kind),
  job_id: moneyFilters.job_id,
  payment_id: Type.Optional(Id('Only of this payment.')),
  from: moneyFilters.from,
  to: moneyFilters.to,
  ...amountFilters,
}

const LedgerRow = Type.Object(
  {
    row_id: Id('The row.'),
    at: Instant('Booked'),
    kind: Kind,
    debit: Type.String({ description: 'The account that the amount leaves.' }),
    credit: Type.String({ description: 'The account that it reaches.' }),
    amount_cents: Cents('Amount'),
    job: MaybeJob,
    payment_id: Type.Union([Id('The payment that it belongs to.'), Type.Null()]),
    purpose: Type.Union([
      Type.Enum(['publish', 'renewal', 'top_up'], { type: 'string', description: 'Of the payment.' }),
      Type.Null(),
    ]),
    effect: Type.Unsafe<{ effect_id: string; kind: (typeof effectKinds)[number]; by_hand: boolean } | null>({
      type: ['object', 'null'],
      properties: {
        effect_id: Id('The call.'),
        kind: Type.Enum([...effectKinds], { type: 'string' }),
        by_hand: Type.Boolean({ description: 'It was done at the processor, not by Dray.' }),
      },
      required: ['effect_id', 'kind', 'by_hand'],
      ...closed,
      description: 'The call to the processor that caused it; null for a share, a fee or a dispute.',
    }),
  },
  { $id: 'LedgerRow', ...closed },
)
export type LedgerRow = Static<typeof LedgerRow>

export const listLedgerRows = {
  operationId: 'listLedgerRows',
  method: 'GET',
  url: '/admin/v1/money/ledger/rows',
  access: 'viewer',
  summary: 'Rows of the ledger',
  description: 'The latest first. Each row has both its sides.',
  query: Type.Object({ ...filters, ...pageQuery(Place) }),
  answers: answers({
    200: {
      description: 'The rows.',
      body: Type.Object({ rows: Type.Array(LedgerRow), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const listLedgerDifferences = {
  operationId: 'listLedgerDifferences',
  method: 'GET',
  url: '/admin/v1/money/ledger/differences',
  access: 'viewer',
  summary: 'What differs, with the rows of the ledger',
  description:
    'As the last check has found it, at most 20. Each has its payment and job, and the rows of the payment or account.',
  query: Type.Object({
    check: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~ ]*$', description: 'Only of this check.' }),
    ),
  }),
  answers: answers({
    200: {
      description: 'The differences.',
      body: Type.Object(
        {
          differences: Type.Array(
            Type.Object(
              {
                ...Difference.properties,
                job: MaybeJob,
                payment_id: Type.Union([Id('The payment that it is about.'), Type.Null()]),
                rows: Type.Array(LedgerRow, { description: 'The latest first, at most 20.' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  }),
} as const satisfies AdminOperation

export const bookLedgerDifference = {
  operationId: 'bookLedgerDifference',
  method: 'POST',
  url: '/admin/v1/money/ledger/differences/booking',
  access: 'owner',
  stepUp: true,
  summary: 'Book a difference',
  description:
    'Once it was looked into. It is booked against `platform:differences`, so that this check agrees; no money moves, and no other ' +
    'table changes. The amounts are those that were seen: a difference that has changed since is not booked.',
  body: Type.Object(
    {
      check: Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~ ]*$' }),
      subject: Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~ ]*$' }),
      expected_cents: Type.Integer(),
      actual_cents: Type.Integer(),
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    { 200: { description: 'The ledger as it is now.', body: Ledger } },
    { 409: '`wrong_state`: the books agree by now, or the difference has changed.' },
  ),
} as const satisfies AdminOperation

export const exportLedgerRows = {
  operationId: 'exportLedgerRows',
  method: 'GET',
  url: '/admin/v1/money/ledger/rows/export',
  access: 'viewer',
  summary: 'Download rows of the ledger',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation
