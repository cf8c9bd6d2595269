import type { InvoiceEventKind, InvoiceItem, InvoiceKind } from '#contract/invoice-vocabulary.ts'
import { euros } from './formats.ts'

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Receipt',
  top_up: 'Receipt for wallet money',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Delivery',
  fee: 'Service fee',
  cancellation_fee: 'Cancellation fee',
  top_up: 'Money in your wallet',
  refund: 'Refund',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Held',
  charge: 'Charged',
  release: 'Released from the hold',
  refund: 'Refunded',
  returned: 'Refund returned by the bank',
}

const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

/** Receipts and credit notes: as a file, and the errors about them. */
export const invoices = {
  kinds,
  items,
  events,
  euros,
  instant: (at: Date): string => `${instants.format(at)} UTC`,
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
}
