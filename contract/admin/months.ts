import { type Static, Type } from 'typebox'
import { MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { Month } from '../statement.ts'
import { answers, pageMembers, pageQuery, Reason } from './common.ts'

const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })
const Account = Type.String({
  description:
    '`wallet`, `held`, `captured` and `carrier`: the sum of all accounts of this kind; `processor:…` and `platform:…`: one account.',
})

const monthMembers = {
  month: Month,
  state: Type.Enum(['current', 'open', 'closed'], {
    type: 'string',
    description:
      '`current`: the month has not ended; `open`: it has ended and is not closed; `closed`: its figures are stored.',
  }),
  closed_at: MaybeInstant('When the month was closed', 'if it is not closed'),
  closed_by: MaybeText('The name of the member who closed it; null if it is not closed.'),
  reason: MaybeText('The reason that this member gave; null if it is not closed.'),
  checked_at: MaybeInstant('When the stored figures were last compared with the ledger, once a day'),
  differs_since: MaybeInstant(
    'When a comparison first found changed figures',
    'if the last comparison found none',
  ),
}

const ListedMonth = Type.Object(
  {
    ...monthMembers,
    totals: Type.Object(
      {
        captured_cents: cents('Charged to customers'),
        refunded_cents: cents('Refunded to customers'),
        fees_cents: cents('The fees of the platform, less the refunds that it paid'),
        paid_out_cents: cents('Transferred to carriers'),
      },
      {
        additionalProperties: false,
        description:
          'The totals of a closed month as they were when it was closed; of any other month as they are now.',
      },
    ),
  },
  { $id: 'ListedMonth', additionalProperties: false },
)
export type ListedMonth = Static<typeof ListedMonth>

const Agrees = (description: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description })

const MonthReport = Type.Object(
  {
    ...monthMembers,
    rows: Type.Integer({ minimum: 0, description: 'The number of rows of the ledger in the month.' }),
    jobs: Type.Object(
      { completed: Type.Integer({ minimum: 0 }), cancelled: Type.Integer({ minimum: 0 }) },
      {
        additionalProperties: false,
        description:
          'The numbers of jobs whose money was shared out: deliveries, and cancellations with a fee.',
      },
    ),
    accounts: Type.Array(
      Type.Object(
        {
          account: Account,
          opening_cents: cents('The balance at the start of the month, credits minus debits'),
          closing_cents: cents('The balance at the end of the month, or now in the current month'),
        },
        { additionalProperties: false },
      ),
    ),
    movements: Type.Array(
      Type.Object(
        {
          account: Account,
          kind: Type.String({ description: 'The kind of the movements, such as `capture`.' }),
          debit_cents: cents('The sum of the debits of the account'),
          credit_cents: cents('The sum of the credits of the account'),
        },
        { additionalProperties: false },
      ),
    ),
    differences: Type.Array(
      Type.Object(
        {
          account: Account,
          figure: Type.String({
            description:
              '`opening`, `closing`, or a kind of movement with its side, such as `capture:debit`.',
          }),
          closed_cents: cents('The figure when the month was closed'),
          now_cents: cents('The figure in the ledger now'),
        },
        { additionalProperties: false },
      ),
      { description: 'Figures that have changed since the month was closed.' },
    ),
    checks: Type.Object(
      {
        balanced: Type.Boolean({
          description:
            'The opening balances add up to zero, as do the closing balances and the movements; and for each account opening balance plus movements equals closing balance.',
        }),
        follows_month_before: Agrees(
          'The opening balances equal the stored closing balances of the previous month; null if that month is not closed.',
        ),
        agrees_with_next_month: Agrees(
          'The closing balances equal the stored opening balances of the next month; null if that month is not closed.',
        ),
        ledger_agrees: Agrees(
          'The last check of the ledger found no difference to other tables; null before the first check.',
        ),
        open_differences: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 0,
          description:
            'Open differences to the processor on days of this month. Null when no difference is known and at least one day is not compared yet.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'MonthReport', additionalProperties: false },
)
export type MonthReport = Static<typeof MonthReport>

const monthParams = Type.Object({ month: Month })
const unknownMonth = '`not_found`: the month is before the first row of the ledger, or in the future.'

export const listMonths = {
  operationId: 'listMonths',
  method: 'GET',
  url: '/admin/v1/money/months',
  access: 'viewer',
  summary: 'List the months of the books',
  description: 'Every month since the first row of the ledger of live jobs, the newest first.',
  query: Type.Object(pageQuery(Month)),
  answers: answers({
    200: {
      description: 'A page of the months.',
      body: Type.Object({ months: Type.Array(ListedMonth), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const readMonth = {
  operationId: 'readMonth',
  method: 'GET',
  url: '/admin/v1/money/months/:month',
  access: 'viewer',
  summary: 'Read the figures of a month',
  description:
    'The figures of a closed month as they were when it was closed, with their later changes in `differences`; of any other month as they are now. Only live jobs.',
  params: monthParams,
  answers: answers({ 200: { description: 'The figures.', body: MonthReport } }, { 404: unknownMonth }),
} as const satisfies AdminOperation

export const exportMonth = {
  operationId: 'exportMonth',
  method: 'GET',
  url: '/admin/v1/money/months/:month/export',
  access: 'viewer',
  summary: 'Download the figures of a month',
  description:
    'A CSV file with the opening balance, the movements by kind and the closing balance of each account.',
  params: monthParams,
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, { 404: unknownMonth }),
} as const satisfies AdminOperation

export const closeMonth = {
  operationId: 'closeMonth',
  method: 'POST',
  url: '/admin/v1/money/months/:month/closing',
  access: 'owner',
  stepUp: true,
  summary: 'Close a month',
  description:
    'Stores the figures of the month permanently. They are compared with the ledger each day; `readMonth` shows the changes in `differences`. Repeating it changes nothing.',
  params: monthParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The month.', body: MonthReport } },
    { 404: unknownMonth, 409: '`wrong_state`: the month has not ended, or ended less than an hour ago.' },
  ),
} as const satisfies AdminOperation

export const monthOperations = [listMonths, readMonth, exportMonth, closeMonth] as const
