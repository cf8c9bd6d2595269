import type { InvoiceLine } from '../db/json-columns.ts'
import { carrierSharePercent } from '../jobs/fair-table.ts'
import { divideHalfUp } from '../pricing/half-up.ts'
import type { InvoiceSettings, VatScheme } from './settings.ts'

type Rules = Pick<InvoiceSettings, 'vat' | 'sells'>

/** `priceCents`: the price of the delivery without the fee. `isFee`: the charge is the fee of a cancellation. */
export type Charge = { grossCents: number; priceCents: number; isFee: boolean }

/**
 * The lines of a receipt; their sum is the charged amount. If more or less than the price was charged by hand, the fee
 * is what remains beside the price.
 */
export function linesOfCharge({ grossCents, priceCents, isFee }: Charge, rules: Rules): InvoiceLine[] {
  if (isFee) return cancellationLines(grossCents, rules)
  const deliveryCents = Math.min(grossCents, priceCents)
  return [
    lineOf({ item: 'delivery', grossCents: deliveryCents, soldBy: sellerOfDelivery(rules) }, rules.vat),
    lineOf({ item: 'fee', grossCents: grossCents - deliveryCents, soldBy: 'platform' }, rules.vat),
  ].filter(({ grossCents: cents }) => cents > 0)
}

const sellerOfDelivery = ({ sells }: Rules) => (sells === 'everything' ? 'platform' : 'carrier')

/** If carriers sell their deliveries, their share of the fee is theirs too. */
function cancellationLines(grossCents: number, rules: Rules): InvoiceLine[] {
  const item = 'cancellation_fee'
  if (rules.sells === 'everything') return [lineOf({ item, grossCents, soldBy: 'platform' }, rules.vat)]
  const carrierCents = divideHalfUp(grossCents * carrierSharePercent, 100)
  return [
    lineOf({ item, grossCents: carrierCents, soldBy: 'carrier' }, rules.vat),
    lineOf({ item, grossCents: grossCents - carrierCents, soldBy: 'platform' }, rules.vat),
  ].filter(({ grossCents: cents }) => cents > 0)
}

/** Money put into the wallet or taken out of it. Nothing is sold yet, so it has no tax. */
export const linesOfWallet = (grossCents: number): InvoiceLine[] => [untaxed('top_up', grossCents)]

/** What a customer gives freely to the carrier, so it has no tax. */
export const linesOfTip = (grossCents: number): InvoiceLine[] => [
  { ...untaxed('tip', grossCents), soldBy: 'carrier' },
]

/** A refund whose charge has no receipt, because it was made before receipts had numbers: its tax is not known. */
export const linesOfUnknownCharge = (grossCents: number): InvoiceLine[] => [untaxed('refund', grossCents)]

const untaxed = (item: InvoiceLine['item'], grossCents: number): InvoiceLine => ({
  ...{ item, soldBy: 'platform', grossCents },
  ...{ netCents: null, vatCents: null, basisPoints: null },
})

type Given = Pick<InvoiceLine, 'item' | 'grossCents' | 'soldBy'>

/** On a receipt, the tax of what a carrier sells is for the carrier to know. */
const lineOf = (given: Given, vat: VatScheme): InvoiceLine =>
  taxedLine(given, vat.name === 'none' || given.soldBy === 'carrier' ? null : vat.basisPoints)

/** The tax of an amount that contains it: rounded half up for each line, and the net amount is the rest. */
export function taxedLine(given: Given, basisPoints: number | null): InvoiceLine {
  if (basisPoints === null) return { ...given, netCents: null, vatCents: null, basisPoints }
  const { grossCents } = given
  const vatCents =
    Math.sign(grossCents) * divideHalfUp(Math.abs(grossCents) * basisPoints, 10_000 + basisPoints)
  return { ...given, netCents: grossCents - vatCents, vatCents, basisPoints }
}

/**
 * The lines of a credit note. The platform pays refunds, so what it sold is credited first. The tax of all credit notes
 * of a receipt together is in proportion to what they credit, so that a receipt that is refunded in parts is credited
 * with exactly its tax.
 *
 * @param receipt its lines.
 * @param credited the lines of its earlier credit notes, with those of debit notes as negative amounts.
 */
export function linesOfCredit(
  grossCents: number,
  receipt: readonly InvoiceLine[],
  credited: readonly InvoiceLine[],
): InvoiceLine[] {
  const sold = totalsOf(receipt, 'platform')
  const before = totalsOf(credited, 'platform')
  const platformCents = Math.min(grossCents, Math.max(0, sold.grossCents - before.grossCents))
  const { basisPoints } = sold
  const dueCents = basisPoints === null ? 0 : taxInProportion(sold, before.grossCents + platformCents)
  const vatCents = basisPoints === null ? null : dueCents - before.vatCents
  const platform: InvoiceLine = {
    ...{ item: 'refund', soldBy: 'platform', grossCents: platformCents },
    ...{ netCents: vatCents === null ? null : platformCents - vatCents, vatCents, basisPoints },
  }
  const carrier: InvoiceLine = {
    ...platform,
    ...untaxed('refund', grossCents - platformCents),
    soldBy: 'carrier',
  }
  return [carrier, platform].filter(({ grossCents: cents }) => cents > 0)
}

type Totals = { grossCents: number; vatCents: number; basisPoints: number | null }

function totalsOf(lines: readonly InvoiceLine[], soldBy: InvoiceLine['soldBy']): Totals {
  const own = lines.filter((line) => line.soldBy === soldBy)
  const sum = (cents: (line: InvoiceLine) => number) => own.reduce((total, line) => total + cents(line), 0)
  return {
    grossCents: sum((line) => line.grossCents),
    vatCents: sum((line) => line.vatCents ?? 0),
    basisPoints: own.find((line) => line.basisPoints !== null)?.basisPoints ?? null,
  }
}

const taxInProportion = (sold: Totals, creditedCents: number): number =>
  divideHalfUp(sold.vatCents * creditedCents, sold.grossCents)

/** The sums by rate, as a page shows them below its lines; empty without tax. */
export function vatByRate(lines: readonly InvoiceLine[]) {
  const rates = [...new Set(lines.map(({ basisPoints }) => basisPoints))].filter((rate) => rate !== null)
  return rates
    .sort((a, b) => b - a)
    .map((basisPoints) => {
      const taxed = lines.filter((line) => line.basisPoints === basisPoints)
      const sum = (cents: (line: InvoiceLine) => number) =>
        taxed.reduce((total, line) => total + cents(line), 0)
      return {
        basisPoints,
        netCents: sum(({ netCents }) => netCents ?? 0),
        vatCents: sum(({ vatCents }) => vatCents ?? 0),
      }
    })
}
