/* The closed lists of receipts, credit notes and statements of carriers (decisions 67 and 68). */

/**
 * Pages about what a customer paid. `top_up`: the receipt of money put into the wallet; `debit_note`: takes back a
 * credit note whose money the bank returned.
 */
export const receiptKinds = ['receipt', 'top_up', 'credit_note', 'debit_note'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Of these, the kinds that can be a simplified invoice, or correct one. */
export const simplifiedKinds = ['receipt', 'credit_note', 'debit_note'] as const
export type SimplifiedKind = (typeof simplifiedKinds)[number]

/** A carrier's month. `self_billing`: it is also the carrier's invoice, which the company writes. */
export const statementKinds = ['statement', 'self_billing'] as const

/** Pages with a number. */
export const invoiceKinds = [...receiptKinds, ...statementKinds] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** What a line of such a page is about. */
export const invoiceItems = [
  'delivery',
  'fee',
  'cancellation_fee',
  'tip',
  'top_up',
  'refund',
  'correction',
] as const
export type InvoiceItem = (typeof invoiceItems)[number]

/** The movements that it tells; `returned`: a refund that the bank sent back. */
export const invoiceEventKinds = ['hold', 'charge', 'release', 'refund', 'returned'] as const
export type InvoiceEventKind = (typeof invoiceEventKinds)[number]

/** Why a statement is not the carrier's invoice: no tax data, or a business has not allowed the company to write it. */
export const statementGaps = ['tax_data', 'agreement'] as const
export type StatementGap = (typeof statementGaps)[number]

/** Kinds of lines of a carrier's statement. `correction`: any movement made outside Dray. */
export const statementLineKinds = [
  'delivery',
  'cancellation',
  'tip',
  'refund',
  'payout',
  'correction',
] as const
export type StatementLineKind = (typeof statementLineKinds)[number]
