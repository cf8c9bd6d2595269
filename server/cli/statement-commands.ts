import type { Command } from 'commander'
import { type CarrierStatement, readCarrierStatement } from '../closing/carrier-statement.ts'
import { type PartnerStatement, readPartnerStatement } from '../closing/partner-statement.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, month, requireUuid } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

type Options = { month: string; json: boolean }

/** Limit of printed lines; the files of the panel have all lines. */
const limit = 10_000

const monthOption = ['--month <month>', 'such as 2027-01, of UTC', month] as const

export function addStatementCommands(dray: Command): void {
  const statement = dray
    .command('statement')
    .description('what a carrier or a partner comes to in a month, from the ledger')
  statement
    .command('carrier <account-id>')
    .description('what a carrier earned and was paid')
    .requiredOption(...monthOption)
    .option(...jsonOption)
    .action(async (id: string, { month, json }: Options) => {
      const accountId = requireUuid(id)
      const read = await withDatabase(({ kysely }) =>
        readCarrierStatement(kysely, { accountId, month, limit }),
      )
      if (!read) throw new OperatorError(`There is no carrier ${id}`)
      show(carrierRow(read), json)
    })
  statement
    .command('partner <partner-id>')
    .description('what became of the jobs of a partner')
    .requiredOption(...monthOption)
    .option(...jsonOption)
    .action(async (id: string, { month, json }: Options) => {
      const partnerId = requireUuid(id)
      const read = await withDatabase(({ kysely }) =>
        readPartnerStatement(kysely, { partnerId, month, limit }),
      )
      if (!read) throw new OperatorError(`There is no partner ${id}`)
      show(partnerRow(read), json)
    })
}

const carrierRow = ({
  accountId,
  name,
  month,
  openingCents,
  closingCents,
  totals,
  lines,
}: CarrierStatement) => ({
  account_id: accountId,
  name,
  month,
  opening_cents: openingCents,
  closing_cents: closingCents,
  totals: totals.map(({ kind, lines, amountCents }) => ({ kind, lines, amount_cents: amountCents })),
  lines: lines.map(({ id, at, kind, jobId, shortId, amountCents }) => ({
    ...{ line_id: id, at, kind, job_id: jobId, short_id: shortId, amount_cents: amountCents },
  })),
})

const partnerRow = ({ partnerId, companyName, month, jobs, totals, lines }: PartnerStatement) => ({
  partner_id: partnerId,
  company_name: companyName,
  month,
  jobs,
  totals: { ...sumsOf(totals), lines: totals.lines, cancellation_cents: totals.cancellationCents },
  lines: lines.map((line) => ({
    ...{ job_id: line.jobId, short_id: line.shortId, external_reference: line.externalReference },
    ...{ status: line.status, at: line.at },
    ...sumsOf(line),
  })),
})

const sumsOf = (sums: PartnerStatement['totals'] | PartnerStatement['lines'][number]) => ({
  captured_cents: sums.capturedCents,
  refunded_cents: sums.refundedCents,
  carrier_cents: sums.carrierCents,
  platform_cents: sums.platformCents,
  waiting_cents: sums.waitingCents,
})
