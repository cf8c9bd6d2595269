import type { InvoiceItem, StatementGap, StatementLineKind } from '#contract/invoice-vocabulary.ts'
import type { TaxData } from '../../accounts/carriers/tax-data.ts'
import type { InvoiceLine, InvoiceParty, StatementMovement } from '../../db/json-columns.ts'
import { taxedLine } from '../lines.ts'
import type { InvoiceSettings } from '../settings.ts'
import type { NewInvoice } from '../write.ts'

export type StatementOf = {
  month: string
  openingCents: number
  movements: StatementMovement[]
  taxData: TaxData | null
  /** The name of the account; null if it has none, or is erased. */
  name: string | null
  /** Whether an earlier month of the carrier is an invoice, which this one may have to correct. */
  isInvoiced: boolean
}

type Composed = Pick<NewInvoice, 'kind' | 'totalCents' | 'content' | 'party'>

/**
 * A carrier's month as a page. Its total is what the carrier earned: payouts only pay it. It is also the carrier's
 * invoice if the company sells the deliveries and the carrier is a business that allowed it. Only what is taxed decides
 * that, so not tips; below zero it corrects earlier invoices, if there are any (decision 68).
 */
export function composeStatement(given: StatementOf, settings: InvoiceSettings): Composed {
  const { month, openingCents, movements, taxData } = given
  const totalCents = sumOf(movements.filter(({ kind }) => kind !== 'payout'))
  const boughtCents = sumOf(movements.filter(({ kind }) => kind !== 'payout' && kind !== 'tip'))
  const isBought = boughtCents > 0 || (boughtCents < 0 && given.isInvoiced)
  const buys = settings.sells === 'everything' && isBought
  const isInvoice = buys && taxData !== null && taxData.isBusiness && taxData.agreedAt !== null
  const content = {
    seller: settings.seller,
    lines: linesOf(movements, isInvoice ? settings.carrierBasisPoints : null),
    events: [],
    route: null,
    timeZone: settings.timeZone,
    statement: {
      ...{ month, openingCents, movements },
      closingCents: openingCents + sumOf(movements),
      missing: missingIn(taxData, buys),
    },
  }
  return { kind: isInvoice ? 'self_billing' : 'statement', totalCents, content, party: partyOf(given) }
}

const sumOf = (movements: StatementMovement[]): number =>
  movements.reduce((sum, { amountCents }) => sum + amountCents, 0)

const items: Record<Exclude<StatementLineKind, 'payout'>, InvoiceItem> = {
  delivery: 'delivery',
  cancellation: 'cancellation_fee',
  tip: 'tip',
  refund: 'refund',
  correction: 'correction',
}

/** A line for each kind of earning. A tip is given freely, so it has no tax. */
const linesOf = (movements: StatementMovement[], basisPoints: number | null): InvoiceLine[] =>
  (['delivery', 'cancellation', 'tip', 'refund', 'correction'] as const).flatMap((kind) => {
    const ofKind = movements.filter((movement) => movement.kind === kind)
    if (ofKind.length === 0) return []
    const line = { item: items[kind], soldBy: 'carrier', grossCents: sumOf(ofKind) } as const
    return [taxedLine(line, kind === 'tip' ? null : basisPoints)]
  })

function missingIn(taxData: TaxData | null, buys: boolean): StatementGap[] {
  if (!taxData) return ['tax_data']
  return buys && taxData.isBusiness && !taxData.agreedAt ? ['agreement'] : []
}

const partyOf = ({ taxData, name }: StatementOf): InvoiceParty =>
  taxData ? { name: taxData.legalName, taxNumber: taxData.taxNumber, address: taxData.address } : { name }
