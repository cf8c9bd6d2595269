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

const printableAscii = '^[!-~ ]*$'

const Balance = Type.Object(
  {
    account: Type.String({
      description:
        'One account, such as `platform:fees`; or the sum of all accounts of a kind: `wallet`, `held`, `captured`, `carrier`.',
    }),
    balance_cents: Type.Integer({
      description:
        'Credits minus debits, in euro cents. The balance of a processor is negative: minus the amount that it has.',
    }),
    accounts: Type.Integer({
      minimum: 0,
      description: 'Number of accounts of this kind whose balance is not zero.',
    }),
  },
  closed,
)

/** Which side is which is in `payments/ledger/check.ts`. */
const amounts = {
  expected_cents: Type.Integer({
    description:
      'The amount that the checked table or rule gives, in euro cents; for the check `wallet balance`, the balance of the wallet in the ledger; for `jobs of a day`, a number of jobs.',
  }),
  actual_cents: Type.Integer({
    description:
      'The amount in the ledger, in euro cents; for the check `wallet balance`, the balance in the table of wallets; for the checks of a day, the amount in its sums, or the number of jobs.',
  }),
}

const Difference = Type.Object(
  {
    check: Type.String({ description: 'The name of the check that found it.' }),
    subject: Type.String({
      description: 'The account, the id of the payment or call, or the day (UTC), that differs.',
    }),
    ...amounts,
  },
  closed,
)

const Ledger = Type.Object(
  {
    balanced: MaybeBalanced,
    checked_at: MaybeInstant('Up to when what has changed is checked'),
    whole_checked_at: MaybeInstant('When the last finished check of the whole ledger began'),
    checking: Type.Boolean({ description: 'True if a member has requested a check that has not ended.' }),
    unbalanced_since: MaybeInstant(
      'When a check first found the ledger out of balance',
      'if the last check found no difference',
    ),
    differences: Type.Array(Difference, {
      description: 'The differences that the last check found, at most 100.',
    }),
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
  summary: 'Read the balances and the result of the last check',
  description:
    'The result of the last check in the background, which compares the ledger with payments, calls, wallets and disputes, and the sums of days with their rows. Changes are checked every 20 s; the whole ledger in parts, as often as its size allows.',
  answers: answers({ 200: { description: 'The balances.', body: Ledger } }),
} as const satisfies AdminOperation

export const checkLedger = {
  operationId: 'checkLedger',
  method: 'POST',
  url: '/admin/v1/money/ledger/check',
  access: 'staff',
  summary: 'Check the ledger now',
  description:
    'The background checks the whole ledger next, without pauses. Repeat `readLedger` until `checking` is false. At most 6 a minute by all members together.',
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
  payment_id: Type.Optional(Id('Only rows of this payment.')),
  from: moneyFilters.from,
  to: moneyFilters.to,
  ...amountFilters,
}

const LedgerRow = Type.Object(
  {
    row_id: Id('The row of the ledger.'),
    at: Instant('When it was booked'),
    kind: Kind,
    debit: Type.String({ description: 'The account from which the amount is taken.' }),
    credit: Type.String({ description: 'The account to which the amount is added.' }),
    amount_cents: Cents('The amount'),
    job: MaybeJob,
    payment_id: Type.Union([Id('The payment of the row; null without one.'), Type.Null()]),
    purpose: Type.Union([
      Type.Enum(['publish', 'renewal', 'top_up', 'tip'], {
        type: 'string',
        description: 'The purpose of the payment; null without one.',
      }),
      Type.Null(),
    ]),
    effect: Type.Unsafe<{ effect_id: string; kind: (typeof effectKinds)[number]; by_hand: boolean } | null>({
      type: ['object', 'null'],
      properties: {
        effect_id: Id('The call to the processor.'),
        kind: Type.Enum([...effectKinds], { type: 'string' }),
        by_hand: Type.Boolean({
          description: 'True if people did it on the pages of the processor, and not Dray.',
        }),
      },
      required: ['effect_id', 'kind', 'by_hand'],
      ...closed,
      description:
        'The call to the processor that caused the row; null for a row without one, such as a share, a fee or a dispute.',
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
  summary: 'List the rows of the ledger',
  description: 'The latest first. Each row has its debit and its credit.',
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
  summary: 'The differences with their rows of the ledger',
  description:
    'At most 20 of the differences that the last check found. Each has its payment and job, and the rows of the payment or account.',
  query: Type.Object({
    check: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: printableAscii,
        description: 'Only differences that this check found.',
      }),
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
                payment_id: Type.Union([
                  Id('The payment that differs; null for an account without one.'),
                  Type.Null(),
                ]),
                rows: Type.Array(LedgerRow, {
                  description: 'The rows of the payment or account, the latest first, at most 20.',
                }),
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
    'After the difference was examined. If its check is of a day, the sums of the day are written again. Any other is booked against `platform:differences`, and the check then finds no difference; no money moves, and no other table changes. The request has the amounts that were seen: a difference that has changed since is not booked.',
  body: Type.Object(
    {
      check: Type.String({ minLength: 1, maxLength: 100, pattern: printableAscii }),
      subject: Type.String({ minLength: 1, maxLength: 100, pattern: printableAscii }),
      ...amounts,
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    { 200: { description: 'The ledger as it is now.', body: Ledger } },
    { 409: '`wrong_state`: the difference no longer exists, or its amounts have changed.' },
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
