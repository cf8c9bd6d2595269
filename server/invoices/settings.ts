import type { InvoiceSeller } from '../db/json-columns.ts'

/** How prices contain value added tax. `none`: no page names a tax. */
export type VatScheme = { name: 'none' } | { name: 'included'; basisPoints: number }

/** What the operator decides about pages with a number; frozen into each page when it is issued. */
export type InvoiceSettings = {
  seller: InvoiceSeller
  vat: VatScheme
  /** `everything`: the whole price. `fee`: only the fee, because the carriers sell their deliveries themselves. */
  sells: 'everything' | 'fee'
  /** Of instants, of the year of a number, and of the months of carriers. */
  timeZone: string
  /** Up to this total a receipt with tax is a simplified invoice, by the law of the seller's country; null: none is. */
  simplifiedMaxCents: number | null
  /** The tax that the earnings of a carrier who is a business contain; null names no tax. */
  carrierBasisPoints: number | null
}
