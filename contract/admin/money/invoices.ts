import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeId, MaybeText } from '../../app/common.ts'
import { InvoiceEvents, pageMembers as invoiceMembers } from '../../app/invoices.ts'
import { Party, StatementMovements, statementParts } from '../../app/statements.ts'
import { invoiceKinds } from '../../invoice-vocabulary.ts'
import type { AdminOperation } from '../../operation.ts'
import { Month } from '../../statement.ts'
import { personLanguages } from '../../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, withPhones } from '../common.ts'
import { closed, downloads, fileAnswers, fileDescription, MaybePerson } from './common.ts'

const Kind = Type.Enum([...invoiceKinds], { type: 'string' })
const Number = Type.String({
  pattern: '^(TEST-)?[RTCDMS]-20[0-9]{2}-[0-9]{6,9}$',
  description: 'The number of the page, such as `R-2026-000042`.',
})

const filters = {
  kind: Type.Optional(Kind),
  number: Type.Optional(Number),
  month: Type.Optional({
    ...Month,
    description: 'Only pages issued in this month, and statements of this month, such as `2026-03`.',
  }),
  account_id: Type.Optional(Id('Only pages of this person.')),
  job_id: Type.Optional(Id('Only pages of this job.')),
}

const listed = {
  invoice_id: Id('The page.'),
  number: Number,
  kind: Kind,
  test: Type.Boolean({ description: 'True if no real money was moved.' }),
  issued_at: Instant('When it was issued'),
  month: MaybeText('The month of a statement, such as `2026-03`; null for any other page.'),
  total_cents: Type.Integer({ description: 'The amount, in euro cents; of a statement, what was earned.' }),
  person: MaybePerson('The customer or the carrier.'),
  job_id: MaybeId('The job; null for a top-up and a statement.'),
  payment_id: MaybeId('The payment; null for a statement.'),
  corrects: MaybeText('The number of the page that it reduces or takes back; null without one.'),
}

const StaffInvoice = Type.Object(listed, { $id: 'StaffInvoice', ...closed })
export type StaffInvoice = Static<typeof StaffInvoice>

const StatementPart = Type.Object({ ...statementParts, movements: StatementMovements }, closed)

const StaffInvoicePage = Type.Object(
  {
    ...listed,
    ...invoiceMembers,
    party: Party,
    events: InvoiceEvents,
    statement: Type.Union([StatementPart, Type.Null()]),
  },
  { $id: 'StaffInvoicePage', ...closed },
)
export type StaffInvoicePage = Static<typeof StaffInvoicePage>

const params = Type.Object({ invoice_id: Id('The page.') })
const unknown = { 404: '`not_found`.' }

export const listInvoices = {
  operationId: 'listInvoices',
  method: 'GET',
  url: '/admin/v1/money/invoices',
  access: 'viewer',
  summary: 'List receipts, notes and statements',
  description: 'The latest first.',
  query: Type.Object({ ...filters, ...pageQuery(BeforeId) }),
  answers: answers({
    200: {
      description: 'The pages.',
      body: Type.Object({ invoices: Type.Array(StaffInvoice), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportInvoices = {
  operationId: 'exportInvoices',
  method: 'GET',
  url: '/admin/v1/money/invoices/export',
  access: 'viewer',
  summary: 'Download the list of receipts, notes and statements',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

export const readInvoiceForStaff = {
  operationId: 'readInvoiceForStaff',
  method: 'GET',
  url: '/admin/v1/money/invoices/:invoice_id',
  access: 'viewer',
  summary: 'Read a receipt, note or statement',
  description: 'With its lines, tax and movements; of a carrier, with the tax data of its time.',
  params,
  answers: answers({ 200: { description: 'The page.', body: StaffInvoicePage } }, unknown),
} as const satisfies AdminOperation

export const downloadInvoiceForStaff = {
  operationId: 'downloadInvoiceForStaff',
  method: 'GET',
  url: '/admin/v1/money/invoices/:invoice_id/pdf',
  access: 'staff',
  summary: 'Download a receipt, note or statement',
  description:
    'The PDF of its person, with the name and, of a carrier, the tax data. Recorded in the audit log.',
  params,
  query: Type.Object({
    language: Type.Optional(
      Type.Enum([...personLanguages], {
        type: 'string',
        description: 'The language of the page; by default that of the other responses.',
      }),
    ),
  }),
  downloads: ['application/pdf'],
  answers: answers({ 200: { description: 'The file.', body: null } }, unknown),
} as const satisfies AdminOperation

export const invoiceOperations = [
  listInvoices,
  exportInvoices,
  readInvoiceForStaff,
  downloadInvoiceForStaff,
] as const
