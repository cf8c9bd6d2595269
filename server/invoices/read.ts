import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type InvoiceKind, type ReceiptKind, statementKinds } from '#contract/invoice-vocabulary.ts'
import type { InvoiceContent, InvoiceParty } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { type Numbered, numberText } from './number.ts'

type Db = Kysely<Tables>

/** A receipt, a note or a statement as it was issued. */
export type Invoice<Kind extends InvoiceKind = InvoiceKind> = {
  id: string
  kind: Kind
  /** Such as `R-2026-000042`. */
  number: string
  isTest: boolean
  accountId: string
  /** The name of the account now; null if it has none, or is erased. */
  name: string | null
  jobId: string | null
  paymentId: string | null
  issuedAt: Date
  totalCents: number
  content: InvoiceContent
  /** Null after the retention. */
  party: InvoiceParty | null
  /** The number of the page that it reduces or takes back. */
  corrects: string | null
}

/** In which a page shows its instants; pages of earlier versions said UTC. */
export const timeZoneOf = ({ content }: Pick<Invoice, 'content'>): string => content.timeZone ?? 'UTC'

/** The pages of a job, the oldest first. `isPending`: a charge has no receipt yet, and gets it in seconds. */
export async function readJobInvoices(
  kysely: Db,
  jobId: string,
): Promise<{ invoices: Invoice<ReceiptKind>[]; isPending: boolean }> {
  const invoices = await readInvoices<ReceiptKind>(kysely, sql`invoice.job_id = ${jobId}`, 100)
  const { rows } = await sql`
    select from ledger_transfer l join invoice_due due on due.ledger_id = l.id where l.job_id = ${jobId} and due.is_charge limit 1`.execute(
    kysely,
  )
  return { invoices: invoices.toReversed(), isPending: rows.length > 0 }
}

const isStatement = sql<boolean>`invoice.kind = any(${sql.val([...statementKinds])}::text[])`

/** The newest receipts and notes of an account, the newest first. */
export const listAccountInvoices = (
  kysely: Db,
  accountId: string,
  limit: number,
): Promise<Invoice<ReceiptKind>[]> =>
  readInvoices(kysely, sql`invoice.account_id = ${accountId} and not ${isStatement}`, limit)

/** The newest statements of a carrier, the newest first. */
export const listAccountStatements = (kysely: Db, accountId: string, limit: number): Promise<Invoice[]> =>
  readInvoices(kysely, sql`invoice.account_id = ${accountId} and ${isStatement}`, limit)

export async function findInvoiceById(kysely: Db, id: string): Promise<Invoice | undefined> {
  const [found] = await readInvoices(kysely, sql`invoice.id = ${id}`, 1)
  return found
}

const isNumbered = ({ series, year, number }: Numbered) =>
  sql`invoice.series = ${series} and invoice.year = ${year} and invoice.number = ${number}`

type Wanted = { condition: RawBuilder<unknown>; before: string | undefined; limit: number }

/**
 * The newest pages of a month, found through indexes of the month: a walk from the newest page would read all since.
 * A statement is issued after its month.
 */
const isOfMonth = (
  { month, start, end }: NonNullable<InvoiceFilter['month']>,
  { condition, before, limit }: Wanted,
) => sql`
  invoice.id in (
    (select invoice.id from invoice
      where invoice.issued_at >= ${start} and invoice.issued_at < ${end} and not ${isStatement} and ${condition}
        ${before ? sql`and invoice.issued_at <= (select issued_at from invoice where id = ${before})` : sql``}
      order by invoice.issued_at desc, invoice.id desc limit ${limit})
    union all
    (select invoice.id from carrier_statement statement join invoice on invoice.id = statement.invoice_id
      where statement.month = ${month} and ${condition}
      order by statement.invoice_id desc limit ${limit}))`

export async function findInvoice(kysely: Db, numbered: Numbered): Promise<Invoice | undefined> {
  const [found] = await readInvoices(kysely, isNumbered(numbered), 1)
  return found
}

export type InvoiceFilter = {
  kind?: InvoiceKind | undefined
  accountId?: string | undefined
  jobId?: string | undefined
  year?: number | undefined
  number?: Numbered | undefined
  /** Issued in this month; a statement, of this month. */
  month?: { month: string; start: Date; end: Date } | undefined
  /** Only pages that were issued before this one. */
  before?: string | undefined
  limit: number
}

/** Pages for the operator, the newest first. */
export function listInvoices(kysely: Db, filter: InvoiceFilter): Promise<Invoice[]> {
  const { kind, accountId, jobId, year, number, month, before, limit } = filter
  const conditions = [
    sql`true`,
    ...(kind ? [sql`invoice.kind = ${kind}`] : []),
    ...(accountId ? [sql`invoice.account_id = ${accountId}`] : []),
    ...(jobId ? [sql`invoice.job_id = ${jobId}`] : []),
    ...(year ? [sql`invoice.year = ${year}`] : []),
    ...(number ? [isNumbered(number)] : []),
    ...(before ? [sql`invoice.id < ${before}`] : []),
  ]
  const condition = sql.join(conditions, sql` and `)
  return readInvoices(kysely, month ? isOfMonth(month, { condition, before, limit }) : condition, limit)
}

type Row<Kind extends InvoiceKind> = Omit<Invoice<Kind>, 'number' | 'corrects'> &
  Numbered & { corrects: Numbered | null }

/** The newest first. Ids are ordered like the instants of the issue. */
async function readInvoices<Kind extends InvoiceKind>(
  kysely: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Invoice<Kind>[]> {
  const { rows } = await sql<Row<Kind>>`
    select invoice.id, invoice.kind, invoice.series, invoice.year, invoice.number, invoice.is_test as "isTest",
      invoice.account_id as "accountId", account.name, invoice.job_id as "jobId", invoice.payment_id as "paymentId",
      invoice.issued_at as "issuedAt", invoice.total_cents as "totalCents", invoice.content, invoice.party,
      case when other.id is not null then
        json_build_object('series', other.series, 'year', other.year, 'number', other.number) end as corrects
    from invoice join account on account.id = invoice.account_id left join invoice other on other.id = invoice.corrects
    where ${condition} order by invoice.id desc limit ${limit}`.execute(kysely)
  return rows.map(({ series, year, number, corrects, ...invoice }) => ({
    ...invoice,
    number: numberText({ series, year, number }),
    corrects: corrects && numberText(corrects),
  }))
}
