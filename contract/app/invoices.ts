import { type Static, Type } from 'typebox'
import { invoiceEventKinds, invoiceItems, receiptKinds } from '../invoice-vocabulary.ts'
import type { AppOperation } from '../operation.ts'
import { personLanguages } from '../vocabulary.ts'
import { answers, Cents, Id, Instant, MaybeCents, MaybeNumber, MaybeText } from './common.ts'

const SignedCents = (description: string) =>
  Type.Integer({ description: `${description}, in euro cents; negative only for a correction.` })

/** What every page with a number shows, also a carrier's statement. */
export const pageMembers = {
  seller: Type.Object({
    name: Type.String(),
    tax_number: MaybeText('The tax number of the company.'),
    address: MaybeText('The address of the company.'),
  }),
  lines: Type.Array(
    Type.Object({
      item: Type.Enum([...invoiceItems], { type: 'string' }),
      sold_by: Type.Enum(['platform', 'carrier'], {
        type: 'string',
        description: 'Who sells it: the company that runs the service, or the carrier.',
      }),
      gross_cents: SignedCents('The amount with its tax'),
      net_cents: MaybeCents('The amount without its tax'),
      vat_cents: MaybeCents('The tax'),
      vat_percent: MaybeNumber('The rate of the tax, in percent; null without tax.'),
    }),
  ),
  vat: Type.Array(
    Type.Object({
      percent: Type.Number(),
      net_cents: SignedCents('The net amounts at this rate'),
      vat_cents: SignedCents('Their tax'),
    }),
    { description: 'The tax by rate; empty if the page names no tax.' },
  ),
  simplified: Type.Boolean({
    description: 'True if the page is a simplified invoice, or corrects one, by the law of the seller.',
  }),
  time_zone: Type.String({
    description: 'The time zone in which the page shows its instants, such as `Europe/Madrid`.',
  }),
}

export const InvoiceEvents = Type.Array(
  Type.Object({
    kind: Type.Enum([...invoiceEventKinds], { type: 'string' }),
    at: Instant('When it happened'),
    amount_cents: Cents('The amount'),
  }),
  { description: 'The movements that the page tells, each with its own instant.' },
)

export const Invoice = Type.Object(
  {
    invoice_id: Id('The page.'),
    number: Type.String({
      description: 'Its number, such as `R-2026-000042`: consecutive in its series and year.',
    }),
    kind: Type.Enum([...receiptKinds], {
      type: 'string',
      description:
        '`receipt`: a charge; `top_up`: money put into the wallet; `credit_note`: a refund; `debit_note`: a refund that the bank returned.',
    }),
    test: Type.Boolean({ description: 'True if no real money was moved.' }),
    issued_at: Instant('When it was issued'),
    corrects: MaybeText('The number of the page that it reduces or takes back; null for a charge.'),
    total_cents: Cents('The amount that was charged or refunded'),
    ...pageMembers,
    events: InvoiceEvents,
  },
  { $id: 'Invoice', additionalProperties: false },
)
export type Invoice = Static<typeof Invoice>

export const listMyInvoices = {
  operationId: 'listMyInvoices',
  method: 'GET',
  url: '/app/v1/invoices',
  access: 'account',
  summary: 'List my receipts and credit notes',
  description:
    'The newest 100, the newest first. A page is issued some seconds after its charge or refund, and never changes.',
  answers: answers({
    200: {
      description: 'The pages.',
      body: Type.Object({ invoices: Type.Array(Invoice) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AppOperation

export const downloadInvoice = {
  operationId: 'downloadInvoice',
  method: 'GET',
  url: '/app/v1/invoices/:invoice_id/pdf',
  access: 'account',
  summary: 'Download a receipt, credit note or statement',
  description: 'A PDF. Only for the person whose money it is about.',
  params: Type.Object({ invoice_id: Id('The page.') }),
  query: Type.Object({
    language: Type.Optional(
      Type.Enum([...personLanguages], {
        type: 'string',
        description: 'The language of the page; by default that of the other responses.',
      }),
    ),
  }),
  downloads: ['application/pdf'],
  answers: answers({ 200: { description: 'The file.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const invoiceOperations = [listMyInvoices, downloadInvoice] as const
