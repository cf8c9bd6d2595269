import type { InvoiceSeller } from '../db/json-columns.ts'

/** How prices contain value added tax. `none`: no page names a tax. */
export type VatScheme = { name: 'none' } | { name: 'included'; basisPoints: number }

/** What the operator decides about pages with a number; frozen into each page when it is issued. */
export type InvoiceSettings = {
  seller: InvoiceSeller
  vat: VatScheme
  /** `everything`: the whole price. `fee`: only the fee, because the carriers sell their deliveries themselves. */
  sells: 'everything' | 'fee'
}
