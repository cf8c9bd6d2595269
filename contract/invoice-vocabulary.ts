/* The closed lists of receipts, credit notes and statements of carriers (decisions 67 and 68). */

/**
 * Pages with a number. `top_up`: the receipt of money put into the wallet; `debit_note`: takes back a credit note whose
 * money the bank returned. Of carriers: `statement` of a month, and `self_billing` where it is also the invoice that the
 * company writes for the carrier.
 */
export const invoiceKinds = [
  'receipt',
  'top_up',
  'credit_note',
  'debit_note',
  'statement',
  'self_billing',
] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The kinds of a carrier's month. */
export const statementKinds = ['statement', 'self_billing'] as const satisfies readonly InvoiceKind[]

/** What a line of such a page is about. */
export const invoiceItems = ['delivery', 'fee', 'cancellation_fee', 'top_up', 'refund', 'correction'] as const
export type InvoiceItem = (typeof invoiceItems)[number]

/** The movements that it tells; `returned`: a refund that the bank sent back. */
export const invoiceEventKinds = ['hold', 'charge', 'release', 'refund', 'returned'] as const
export type InvoiceEventKind = (typeof invoiceEventKinds)[number]

/** Why a statement is not the carrier's invoice: no tax data, or a business has not allowed the company to write it. */
export const statementGaps = ['tax_data', 'agreement'] as const
export type StatementGap = (typeof statementGaps)[number]
