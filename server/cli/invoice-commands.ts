import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type InvoiceKind, invoiceKinds } from '#contract/invoice-vocabulary.ts'
import { type Language, languages } from '#contract/vocabulary.ts'
import { invoicePdf } from '../invoices/invoice-pdf.ts'
import { parseNumber } from '../invoices/number.ts'
import { findInvoice, type Invoice, listInvoices } from '../invoices/read.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, requireUuid } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

const limit = 1_000

type Filter = { kind?: InvoiceKind; account?: string; job?: string; year?: number; json: boolean }

export function addInvoiceCommands(dray: Command): void {
  const invoice = dray.command('invoice').description('receipts and credit notes, by their numbers')
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
    .addOption(new Option('--language <language>', 'of the page').choices([...languages]).default('en'))
    .option(...jsonOption)
    .action(writePage)
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
  { to, language, json }: { to: string; language: Language; json: boolean },
): Promise<void> {
  const found = await find(number)
  try {
    await writeFile(to, invoicePdf(found, language), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new OperatorError(`The file cannot be written: ${(error as Error).message}`)
  }
  show({ number: found.number, file: to }, json)
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
  },
})

function year(text: string): number {
  if (/^20\d\d$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a year such as 2027')
}
