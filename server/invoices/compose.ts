import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { InvoiceEventKind, InvoiceKind } from '#contract/invoice-vocabulary.ts'
import type { InvoiceContent, InvoiceEvent, InvoiceLine } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { placeName } from '../jobs/job.ts'
import { type DueMovement, movementsOfCharge, movementsOfRefund, type Told } from './due.ts'
import { linesOfCharge, linesOfCredit, linesOfTip, linesOfUnknownCharge, linesOfWallet } from './lines.ts'
import type { InvoiceSettings } from './settings.ts'

type Trx = Transaction<Tables>

/** A page without its number. */
export type Composed = {
  kind: InvoiceKind
  /** Id of the page that it reduces or takes back. */
  corrects: string | null
  totalCents: number
  content: InvoiceContent
  ledgerIds: string[]
}

/** The page of a movement: a receipt for a charge, a credit note for a refund, a debit note for a refund that failed. */
export async function composeInvoice(
  trx: Trx,
  movement: DueMovement,
  settings: InvoiceSettings,
): Promise<Composed> {
  const isCharge = movement.kind === 'capture'
  const told = await (isCharge ? movementsOfCharge : movementsOfRefund)(trx, movement)
  const { kind, corrects, lines, simplified } = isCharge
    ? receiptOf(movement, settings)
    : await (movement.kind === 'refund' ? creditNoteOf : debitNoteOf)(trx, movement)
  const content = {
    seller: settings.seller,
    lines,
    events: eventsOf(told),
    route: movement.job && {
      from: placeName(movement.job.pickup),
      to: placeName(movement.job.dropoff),
    },
    timeZone: settings.timeZone,
    ...(simplified && { simplified }),
  }
  return { kind, corrects, totalCents: movement.amountCents, content, ledgerIds: told.map(({ id }) => id) }
}

type Kept = {
  kind: InvoiceKind
  corrects: string | null
  lines: InvoiceLine[]
  simplified?: boolean | undefined
}

function receiptOf({ purpose, job, amountCents }: DueMovement, settings: InvoiceSettings): Kept {
  const corrects = null
  if (purpose === 'top_up') return { kind: 'top_up', corrects, lines: linesOfWallet(amountCents) }
  if (purpose === 'tip') return { kind: 'receipt', corrects, lines: linesOfTip(amountCents) }
  const isFee = job?.status === 'cancelled' && (job.feeCents ?? 0) > 0
  // The draft of a hold that was charged by hand may be deleted: its price is not known.
  const priceCents = job?.price.baseCents ?? amountCents
  const charge = { grossCents: amountCents, priceCents, isFee }
  const lines = linesOfCharge(charge, settings)
  return { kind: 'receipt', corrects, lines, simplified: isSimplified(lines, amountCents, settings) }
}

/** It needs a tax number, and tax on all that it sells: not what carriers sell themselves. */
const isSimplified = (
  lines: readonly InvoiceLine[],
  totalCents: number,
  { simplifiedMaxCents, seller }: InvoiceSettings,
): boolean =>
  simplifiedMaxCents !== null &&
  totalCents <= simplifiedMaxCents &&
  seller.taxNumber !== null &&
  lines.every(({ soldBy, basisPoints }) => soldBy === 'platform' && basisPoints !== null)

async function creditNoteOf(trx: Trx, { paymentId, purpose, amountCents }: DueMovement): Promise<Kept> {
  const kind = 'credit_note'
  const charge = await trx
    .selectFrom('invoice')
    .select(['id', 'content'])
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', ['receipt', 'top_up'])
    .executeTakeFirst()
  if (!charge && (await waits(trx, sql`l.payment_id = ${paymentId} and l.kind = 'capture'`))) throw tooEarly
  if (purpose === 'top_up') return { kind, corrects: charge?.id ?? null, lines: linesOfWallet(amountCents) }
  if (!charge) return { kind, corrects: null, lines: linesOfUnknownCharge(amountCents) }
  const credited = await creditedLines(trx, paymentId)
  const { lines, simplified } = charge.content
  return { kind, corrects: charge.id, lines: linesOfCredit(amountCents, lines, credited), simplified }
}

/** The lines of all earlier credit notes of a payment; those of its debit notes as negative amounts. */
async function creditedLines(trx: Trx, paymentId: string): Promise<InvoiceLine[]> {
  const notes = await trx
    .selectFrom('invoice')
    .select(['kind', 'content'])
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', ['credit_note', 'debit_note'])
    .execute()
  return notes.flatMap(({ kind, content }) =>
    content.lines.map((line) => (kind === 'credit_note' ? line : negative(line))),
  )
}

const negative = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  grossCents: -line.grossCents,
  netCents: line.netCents === null ? null : -line.netCents,
  vatCents: line.vatCents === null ? null : -line.vatCents,
})

/** Takes back the credit note of the same try, line by line. */
async function debitNoteOf(trx: Trx, { effectId, keyNumber, amountCents }: DueMovement): Promise<Kept> {
  const isRefund = sql`l.effect_id = ${effectId} and l.key_number = ${keyNumber} and l.kind = 'refund'`
  const { rows } = await sql<{ id: string; content: InvoiceContent }>`
    select invoice.id, invoice.content from ledger_transfer l
    join invoice_line line on line.ledger_id = l.id join invoice on invoice.id = line.invoice_id
    where ${isRefund}`.execute(trx)
  const [note] = rows
  if (!note && (await waits(trx, isRefund))) throw tooEarly
  const lines = note?.content.lines ?? linesOfUnknownCharge(amountCents)
  const simplified = note?.content.simplified
  return { kind: 'debit_note', corrects: note?.id ?? null, lines, simplified }
}

/** The page that this one names could not be issued yet. Without it, this one would not know its tax. */
const tooEarly = new Error('the page that this one corrects is not issued yet')

async function waits(trx: Trx, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_transfer l join invoice_due due on due.ledger_id = l.id where ${condition} limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

const eventKinds: Record<string, InvoiceEventKind> = {
  hold: 'hold',
  capture: 'charge',
  release: 'release',
  refund: 'refund',
  refund_failed: 'returned',
}

/** What came into the wallet or out of it has the same instant and amount as its charge or refund. */
const eventsOf = (told: Told[]): InvoiceEvent[] =>
  told.flatMap(({ kind, at, amountCents }) => {
    const event = eventKinds[kind]
    return event ? [{ kind: event, at: at.toISOString(), amountCents }] : []
  })
