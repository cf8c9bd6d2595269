import { type Static, Type } from 'typebox'
import { statementGaps, statementKinds, statementLineKinds } from '../invoice-vocabulary.ts'
import type { AppOperation } from '../operation.ts'
import { answers, Id, Instant, MaybeId, MaybeText } from './common.ts'
import { pageMembers } from './invoices.ts'

const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })

export const statementParts = {
  month: Type.String({ description: 'The month, such as `2026-03`, in the time zone of the pages.' }),
  opening_cents: cents('Owed to the carrier before these movements'),
  closing_cents: cents('Owed to the carrier after these movements'),
  missing: Type.Array(Type.Enum([...statementGaps], { type: 'string' }), {
    description:
      'Why it is not an invoice of the carrier: `tax_data` is missing, or the `agreement` that the company writes it.',
  }),
}

export const StatementMovements = Type.Array(
  Type.Object({
    kind: Type.Enum([...statementLineKinds], { type: 'string' }),
    at: Instant('When it was booked'),
    job_id: MaybeId('The job; null without one.'),
    from: MaybeText('The town of the pickup; null without a job.'),
    to: MaybeText('The town of the dropoff; null without a job.'),
    amount_cents: cents('The amount; negative if it lowers what is owed to the carrier'),
  }),
  { description: 'Every movement of the statement, the oldest first.' },
)

export const Party = Type.Object({
  name: MaybeText('The name; null after the retention.'),
  tax_number: MaybeText('The tax number of a carrier; null without one.'),
  address: MaybeText('The address of a carrier for taxes; null without one.'),
})

const head = {
  invoice_id: Id('The statement.'),
  number: Type.String({ description: 'Its number, such as `M-2026-000042`.' }),
  kind: Type.Enum([...statementKinds], {
    type: 'string',
    description: '`self_billing`: it is also the invoice of the carrier, which the company wrote.',
  }),
  test: Type.Boolean({ description: 'True if no real money was moved.' }),
  issued_at: Instant('When it was issued'),
  total_cents: cents('Earned, without payouts'),
  ...statementParts,
}

const MyStatement = Type.Object(
  { ...head, ...pageMembers, carrier: Party, movements: StatementMovements },
  { $id: 'MyStatement', additionalProperties: false },
)
export type MyStatement = Static<typeof MyStatement>

const StatementHead = Type.Object(head, { $id: 'StatementHead', additionalProperties: false })
export type StatementHead = Static<typeof StatementHead>

export const listMyStatements = {
  operationId: 'listMyStatements',
  method: 'GET',
  url: '/app/v1/carrier/statements',
  access: 'carrier',
  summary: 'List my monthly statements',
  description:
    'The newest 100, the newest first. A statement is issued an hour after the end of its month, and never changes.',
  answers: answers({
    200: {
      description: 'The statements.',
      body: Type.Object({ statements: Type.Array(StatementHead) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AppOperation

export const readMyStatement = {
  operationId: 'readMyStatement',
  method: 'GET',
  url: '/app/v1/carrier/statements/:invoice_id',
  access: 'carrier',
  summary: 'Read a monthly statement',
  description: 'With every movement. `downloadInvoice` has it as a file.',
  params: Type.Object({ invoice_id: Id('The statement.') }),
  answers: answers({ 200: { description: 'The statement.', body: MyStatement } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const statementOperations = [listMyStatements, readMyStatement] as const
