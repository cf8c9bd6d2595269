import { type Static, Type } from 'typebox'
import { MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { Month } from '../statement.ts'
import { answers, pageMembers, pageQuery, Reason } from './common.ts'

const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })
const Account = Type.String({
  description:
    '`wallet`, `held`, `captured` and `carrier` are all accounts of this kind; `processor:…` and `platform:…` are one account each.',
})

const monthMembers = {
  month: Month,
  state: Type.Enum(['current', 'open', 'closed'], {
    type: 'string',
    description: '`current`: not ended yet; `open`: ended and not closed.',
  }),
  closed_at: MaybeInstant('Closed'),
  closed_by: MaybeText('Who closed it.'),
  reason: MaybeText('The reason that was given.'),
  checked_at: MaybeInstant('Last compared with the ledger; once a day'),
  differs_since: MaybeInstant('First comparison that found figures which have changed'),
}

const ListedMonth = Type.Object(
  {
    ...monthMembers,
    totals: Type.Object(
      {
        captured_cents: cents('Taken from customers: the volume'),
        refunded_cents: cents('Given back to customers'),
        fees_cents: cents('Fees of the platform, less what it paid for refunds'),
        paid_out_cents: cents('Sent to carriers'),
      },
      {
        additionalProperties: false,
        description: 'Of a closed month as they were then; else as they are now.',
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
    rows: Type.Integer({ minimum: 0, description: 'Movements of the ledger.' }),
    jobs: Type.Object(
      { completed: Type.Integer({ minimum: 0 }), cancelled: Type.Integer({ minimum: 0 }) },
      {
        additionalProperties: false,
        description: 'Jobs whose money was shared out: deliveries, and cancellations with a fee.',
      },
    ),
    accounts: Type.Array(
      Type.Object(
        {
          account: Account,
          opening_cents: cents('Balance at the start, credits less debits'),
          closing_cents: cents('Balance at the end, or now'),
        },
        { additionalProperties: false },
      ),
    ),
    movements: Type.Array(
      Type.Object(
        {
          account: Account,
          kind: Type.String({ description: 'Of the movements, such as `capture`.' }),
          debit_cents: cents('Left the account'),
          credit_cents: cents('Reached the account'),
        },
        { additionalProperties: false },
      ),
    ),
    differences: Type.Array(
      Type.Object(
        {
          account: Account,
          figure: Type.String({
            description: '`opening`, `closing`, or a kind of movement with its side: `capture:debit`.',
          }),
          closed_cents: cents('When the month was closed'),
          now_cents: cents('In the ledger now'),
        },
        { additionalProperties: false },
      ),
      { description: 'Figures that have changed since the month was closed.' },
    ),
    checks: Type.Object(
      {
        balanced: Type.Boolean({
          description: 'Balances and movements each add up to zero over all accounts, and to each other.',
        }),
        follows_month_before: Agrees(
          'The balances at the start are those at the end of the month before; null when that one is not closed.',
        ),
        agrees_with_next_month: Agrees(
          'The balances at the end are those at the start of the next month; null when that one is not closed.',
        ),
        ledger_agrees: Agrees(
          'The last check of the ledger found no difference to other tables; null before the first.',
        ),
        open_differences: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 0,
          description:
            'Differences to the processor on days of this month, neither explained nor settled; null while none is known and a day, or each, is still to be compared.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'MonthReport', additionalProperties: false },
)
export type MonthReport = Static<typeof MonthReport>

const monthParams = Type.Object({ month: Month })
const unknown = '`not_found`: before the first movement of the ledger, or in the future.'

export const listMonths = {
  operationId: 'listMonths',
  method: 'GET',
  url: '/admin/v1/money/months',
  access: 'viewer',
  summary: 'Months of the books',
  description: 'Since the first movement of the ledger of live jobs, newest first, a page at a time.',
  query: Type.Object(pageQuery(Month)),
  answers: answers({
    200: {
      description: 'A page.',
      body: Type.Object({ months: Type.Array(ListedMonth), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const readMonth = {
  operationId: 'readMonth',
  method: 'GET',
  url: '/admin/v1/money/months/:month',
  access: 'viewer',
  summary: 'The figures of a month',
  description:
    'Of a closed month as they were then, and what has changed since; of any other as they are now. Only live jobs.',
  params: monthParams,
  answers: answers({ 200: { description: 'The figures.', body: MonthReport } }, { 404: unknown }),
} as const satisfies AdminOperation

export const exportMonth = {
  operationId: 'exportMonth',
  method: 'GET',
  url: '/admin/v1/money/months/:month/export',
  access: 'viewer',
  summary: 'Download the figures of a month',
  description:
    'As CSV: of each account the balance at the start, the movements by kind, the balance at the end.',
  params: monthParams,
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, { 404: unknown }),
} as const satisfies AdminOperation

export const closeMonth = {
  operationId: 'closeMonth',
  method: 'POST',
  url: '/admin/v1/money/months/:month/closing',
  access: 'owner',
  stepUp: true,
  summary: 'Close a month',
  description:
    'Stores its figures for good. They are compared with the ledger each day, and what changes is shown. Repeating it changes nothing.',
  params: monthParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The month.', body: MonthReport } },
    { 404: unknown, 409: '`wrong_state`: the month has not ended, or ended less than an hour ago.' },
  ),
} as const satisfies AdminOperation

export const monthOperations = [listMonths, readMonth, exportMonth, closeMonth] as const
