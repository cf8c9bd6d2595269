import type { CarrierStatement, PartnerStatement } from '#contract/admin/statements.ts'
import type { CarrierStatementLine, PartnerStatementLine } from '#contract/statement.ts'
import type { CarrierLine, CarrierStatement as OfCarrier } from '../../../closing/carrier-statement.ts'
import type {
  PartnerStatement as OfPartner,
  PartnerLine,
  PartnerSums,
} from '../../../closing/partner-statement.ts'
import type { Words } from '../../../lib/shown-words.ts'

export const presentCarrierStatement = (statement: OfCarrier, words: Words): CarrierStatement => ({
  account_id: statement.accountId,
  name: words(statement.name),
  month: statement.month,
  from: statement.from.toISOString(),
  to: statement.to.toISOString(),
  opening_cents: statement.openingCents,
  closing_cents: statement.closingCents,
  totals: statement.totals.map(({ kind, lines, amountCents }) => ({
    kind,
    lines,
    amount_cents: amountCents,
  })),
  lines: statement.lines.map(presentCarrierLine),
  next: statement.next,
})

const presentCarrierLine = ({
  id,
  at,
  kind,
  jobId,
  shortId,
  amountCents,
}: CarrierLine): CarrierStatementLine => ({
  line_id: id,
  at: at.toISOString(),
  kind,
  job_id: jobId,
  short_id: shortId,
  amount_cents: amountCents,
})

export const presentPartnerStatement = (statement: OfPartner, words: Words): PartnerStatement => ({
  partner_id: statement.partnerId,
  company_name: statement.companyName,
  month: statement.month,
  from: statement.from.toISOString(),
  to: statement.to.toISOString(),
  jobs: statement.jobs,
  totals: {
    ...presentSums(statement.totals),
    lines: statement.totals.lines,
    cancellation_cents: statement.totals.cancellationCents,
  },
  lines: statement.lines.map((line) => presentPartnerLine(line, words)),
  next: statement.next,
})

const presentPartnerLine = (line: PartnerLine, words: Words): PartnerStatementLine => ({
  job_id: line.jobId,
  short_id: line.shortId,
  external_reference: words(line.externalReference),
  status: line.status,
  at: line.at.toISOString(),
  ...presentSums(line),
})

const presentSums = (sums: PartnerSums) => ({
  captured_cents: sums.capturedCents,
  refunded_cents: sums.refundedCents,
  carrier_cents: sums.carrierCents,
  platform_cents: sums.platformCents,
  waiting_cents: sums.waitingCents,
})
