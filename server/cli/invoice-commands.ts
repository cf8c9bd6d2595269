import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type InvoiceKind, invoiceKinds } from '#contract/invoice-vocabulary.ts'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { continueInvoices } from '../invoices/continue.ts'
import { invoicePdf } from '../invoices/invoice-pdf.ts'
import { isSeries, type Numbered, numberText, parseNumber } from '../invoices/number.ts'
import { findInvoice, type Invoice, listInvoices, timeZoneOf } from '../invoices/read.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, reasonOption, requireUuid } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

const limit = 1_000

type Filter = { kind?: InvoiceKind; account?: string; job?: string; year?: number; json: boolean }

export function addInvoiceCommands(dray: Command): void {
  const invoice = dray
    .command('invoice')
    .description('receipts, credit notes and statements of carriers, by their numbers')
  invoice
    .command('list')
    .description(`list the newest ${limit}, newest first`)
    .addOption(new Option('--kind <kind>', 'only these').choices([...invoiceKinds]))
    .option('--account <account-id>', 'only those of this person')
    .option('--job <job-id>', 'only those of this job')
    .option('--year <year>', 'only those with a number of this year', year)
    .option(...jsonOption)
    .action(list)
  invoice
    .command('show <number>')
    .description('show one in full, such as R-2027-000001')
    .option(...jsonOption)
    .action(async (number: string, { json }: { json: boolean }) => {
      const found = await find(number)
      const { party, content, ...row } = rowOf(found)
      show({ ...row, name: party, ...content }, json)
    })
  invoice
    .command('pdf <number>')
    .description('write one to a file, as its person downloads it')
    .requiredOption('--to <file>', 'the file; an existing one is not overwritten')
    .addOption(new Option('--language <language>', 'of the page').choices([...personLanguages]).default('en'))
    .option(...jsonOption)
    .action(writePage)
  invoice
    .command('continue [numbers...]')
    .description(
      'after a restore: issue receipts of real money again; the series named go on at these numbers',
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(goOn)
}

async function list({ json, account, job, ...filter }: Filter): Promise<void> {
  const given = {
    ...filter,
    ...(account && { accountId: requireUuid(account) }),
    ...(job && { jobId: requireUuid(job) }),
    limit,
  }
  const found = await withDatabase(({ kysely }) => listInvoices(kysely, given))
  show(
    found.map((invoice) => {
      const { content: _, party: __, ...row } = rowOf(invoice)
      return row
    }),
    json,
  )
}

async function writePage(
  number: string,
  { to, language, json }: { to: string; language: PersonLanguage; json: boolean },
): Promise<void> {
  const found = await find(number)
  try {
    await writeFile(to, invoicePdf(found, language), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new OperatorError(`The file cannot be written: ${(error as Error).message}`)
  }
  show({ number: found.number, file: to }, json)
}

async function goOn(numbers: string[], { reason, json }: { reason?: string; json: boolean }): Promise<void> {
  const from = numbers.map(requireNumber)
  const done = await withDatabase(({ kysely, actor }) =>
    continueInvoices(kysely, { from, by: { actor, reason } }),
  )
  if (done.outcome === 'given')
    throw new OperatorError(`${numberText(done.last)} is given already: name a later number`)
  show({ next: from.map(numberText), was_held: done.wasHeld }, json)
}

function requireNumber(text: string): Numbered {
  const number = parseNumber(text)
  if (!number || number.number < 1 || !isSeries(number.series))
    throw new OperatorError(`${text} is not a number such as R-2027-000120`)
  return number
}

async function find(text: string): Promise<Invoice> {
  const number = parseNumber(text)
  const found = number && (await withDatabase(({ kysely }) => findInvoice(kysely, number)))
  if (!found) throw new OperatorError(`There is no page with the number ${text}`)
  return found
}

const rowOf = (invoice: Invoice) => ({
  number: invoice.number,
  kind: invoice.kind,
  issued_at: invoice.issuedAt,
  total_cents: invoice.totalCents,
  corrects: invoice.corrects,
  account_id: invoice.accountId,
  job_id: invoice.jobId,
  payment_id: invoice.paymentId,
  test: invoice.isTest,
  party: invoice.party?.name ?? null,
  content: {
    seller: {
      name: invoice.content.seller.name,
      tax_number: invoice.content.seller.taxNumber,
      address: invoice.content.seller.address,
    },
    lines: invoice.content.lines.map((line) => ({
      item: line.item,
      sold_by: line.soldBy,
      net_cents: line.netCents,
      vat_cents: line.vatCents,
      gross_cents: line.grossCents,
      vat_percent: line.basisPoints === null ? null : line.basisPoints / 100,
    })),
    events: invoice.content.events.map(({ kind, at, amountCents }) => ({
      ...{ kind, at, amount_cents: amountCents },
    })),
    time_zone: timeZoneOf(invoice),
    statement: statementOf(invoice),
  },
})

function statementOf({ content: { statement } }: Invoice) {
  if (!statement) return null
  const { month, openingCents, closingCents, missing, movements } = statement
  return {
    ...{ month, opening_cents: openingCents, closing_cents: closingCents, missing },
    movements: movements.map(({ kind, at, jobId, amountCents }) => ({
      ...{ kind, at, job_id: jobId, amount_cents: amountCents },
    })),
  }
}

function year(text: string): number {
  if (/^20\d\d$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a year such as 2027')
}
