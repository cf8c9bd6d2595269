/* The closed lists of receipts and credit notes (decision 67). */

/**
 * Pages with a number. `top_up`: the receipt of money put into the wallet; `debit_note`: takes back a credit note whose
 * money the bank returned.
 */
export const invoiceKinds = ['receipt', 'top_up', 'credit_note', 'debit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** What a line of such a page is about. */
export const invoiceItems = ['delivery', 'fee', 'cancellation_fee', 'top_up', 'refund'] as const
export type InvoiceItem = (typeof invoiceItems)[number]

/** The movements that it tells; `returned`: a refund that the bank sent back. */
export const invoiceEventKinds = ['hold', 'charge', 'release', 'refund', 'returned'] as const
export type InvoiceEventKind = (typeof invoiceEventKinds)[number]
