import type {
  InvoiceEventKind,
  InvoiceItem,
  InvoiceKind,
  SimplifiedKind,
  StatementGap,
  StatementLineKind,
} from '#contract/invoice-vocabulary.ts'
import { dates, euros } from './formats.ts'

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Receipt',
  top_up: 'Receipt for wallet money',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  statement: 'Monthly statement',
  self_billing: 'Invoice',
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Simplified invoice',
  credit_note: kinds.credit_note,
  debit_note: kinds.debit_note,
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Delivery',
  fee: 'Service fee',
  cancellation_fee: 'Cancellation fee',
  tip: 'Tip',
  top_up: 'Money in your wallet',
  refund: 'Refund',
  correction: 'Correction',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Held',
  charge: 'Charged',
  release: 'Released from the hold',
  refund: 'Refunded',
  returned: 'Refund returned by the bank',
}

/** Lines of a carrier's month. */
const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Deliveries',
  cancellation_fee: 'Compensation for cancellations',
  tip: 'Tips',
  refund: 'Your part of refunds',
  correction: 'Corrections',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Delivery',
  cancellation: 'Compensation',
  tip: 'Tip',
  refund: 'Your part of a refund',
  payout: 'Payout',
  correction: 'Correction',
}

const missing: Record<StatementGap, string> = {
  tax_data: 'Your tax data is missing. Add it to your account: the next statement will have it.',
  agreement:
    'This is not an invoice, because you have not allowed us to write your invoices. You can do so in your account.',
}

/** Receipts and credit notes: as a file, and the errors about them. */
export const invoices = {
  kinds,
  simplified,
  items,
  events,
  euros,
  /** With the name of the time zone. */
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'This is a test: no real money was moved.',
  issued: (instant: string) => `Issued on ${instant}`,
  corrects: (number: string) => `For ${number}`,
  seller: 'Seller',
  taxNumber: (number: string) => `Tax number ${number}`,
  customer: 'Customer',
  job: (from: string, to: string, reference: string) => `${from} to ${to}, reference ${reference}`,
  net: 'Net',
  vat: 'VAT',
  vatAt: (percent: string) => `VAT ${percent} %`,
  gross: 'Amount',
  total: 'Total',
  byCarrier: (item: string) => `${item} (sold by the carrier)`,
  carriersTax: 'What the carrier sells is taxed by the carrier, who tells you its tax.',
  payment: 'Payment',
  decimalSeparator: '.',
  unknown: 'There is no such receipt.',
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Carrier',
    issuer: 'Issued by',
    supplier: 'Supplier',
    writer: 'Customer',
    selfBilling: 'Self-billing: the customer writes this invoice for the supplier.',
    correction: 'Correction: the refunds of this month lower what earlier invoices say.',
    opening: 'Owed to you before',
    closing: 'Owed to you after',
    account: 'Movements',
    job: (from: string, to: string, reference: string) => `${from} to ${to}, ${reference}`,
  },
}
