import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeId, MaybeText } from './app/common.ts'
import { statementLineKinds } from './invoice-vocabulary.ts'
import { jobStatuses } from './vocabulary.ts'

/** Statements, as the operator's panel and the partner's own pages show them. */

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })

export const Month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  description: 'The month (UTC), such as `2026-03`.',
})

const monthMembers = {
  month: Month,
  from: Instant('The start of the month'),
  to: Instant('The end of the month, which is the start of the next one'),
}

const LineKind = Type.Enum([...statementLineKinds], {
  type: 'string',
  description:
    '`delivery`: earned by a delivered job; `cancellation`: the share of the carrier in the fee for a cancelled job; `payout`: transferred to the payout account, negative; `correction`: any other movement.',
})

const CarrierStatementLine = Type.Object(
  {
    line_id: Id('The row of the ledger.'),
    at: Instant('When it was booked'),
    kind: LineKind,
    job_id: MaybeText('The job; null for a line without a job.'),
    short_id: MaybeText(
      'The short id of the job, as in the link of its draft; null for a line without a job.',
    ),
    amount_cents: cents('The amount that it adds to the balance; negative if it lowers the balance'),
  },
  { $id: 'CarrierStatementLine', additionalProperties: false },
)
export type CarrierStatementLine = Static<typeof CarrierStatementLine>

export const carrierStatementMembers = {
  account_id: Id('The carrier.'),
  name: MaybeText('The name of the carrier; null if the account is erased.'),
  ...monthMembers,
  opening_cents: cents('The amount owed to the carrier at the start of the month'),
  closing_cents: cents(
    'The amount owed at the end of the month, or now in the current month: the opening amount plus the sum of all lines',
  ),
  totals: Type.Array(
    Type.Object(
      { kind: LineKind, lines: count('The number of lines.'), amount_cents: cents('The sum of the lines') },
      { additionalProperties: false },
    ),
    { description: 'The totals of all lines of the month, by kind.' },
  ),
  lines: Type.Array(CarrierStatementLine, { description: 'A page of the lines, the newest first.' }),
}

const sums = {
  captured_cents: cents('Charged to customers: prices of deliveries, fees of cancellations'),
  refunded_cents: cents('Refunded to customers'),
  carrier_cents: cents('The share of the carriers'),
  platform_cents: cents('The fees and commissions of the platform, less the refunds that it paid'),
  waiting_cents: cents(
    'Charged and not shared out yet; negative if an amount charged in an earlier month was shared out. `captured_cents` - `refunded_cents` = `carrier_cents` + `platform_cents` + `waiting_cents`',
  ),
}

const PartnerStatementLine = Type.Object(
  {
    job_id: Id('The job.'),
    short_id: Type.String({ description: 'The short id of the job, as in the link of its draft.' }),
    external_reference: MaybeText('The `external_reference` that the partner sent; null without one.'),
    handed_over_job_id: MaybeId(
      'The job that the partner handed over, if its carrier gave it back and it goes on as this job, which no key reads; null for every other job.',
    ),
    status: Type.Enum([...jobStatuses], { type: 'string', description: 'The status of the job now.' }),
    at: Instant('When the last movement of the job in the month was booked'),
    ...sums,
  },
  { $id: 'PartnerStatementLine', additionalProperties: false },
)
export type PartnerStatementLine = Static<typeof PartnerStatementLine>

export const partnerStatementMembers = {
  partner_id: Id('The partner.'),
  company_name: Type.String(),
  ...monthMembers,
  jobs: Type.Object(
    {
      draft: count('Drafts that are not published yet.'),
      posted: count('Published jobs.'),
      accepted: count('Jobs that a carrier has accepted.'),
      completed: count('Jobs that are delivered and paid.'),
      cancelled: count('Cancelled jobs.'),
      expired: count('Drafts that have expired.'),
      withdrawn: count('Drafts that were withdrawn, or discarded by their customer.'),
    },
    {
      additionalProperties: false,
      description: 'The numbers of live jobs created in the month, by their status now.',
    },
  ),
  totals: Type.Object(
    {
      lines: count('Jobs with movements in the month.'),
      ...sums,
      cancellation_cents: cents(
        'The part of `captured_cents` less `refunded_cents` that is for cancelled jobs',
      ),
    },
    { additionalProperties: false, description: 'The totals of all lines of the month.' },
  ),
  lines: Type.Array(PartnerStatementLine, {
    description: 'A page of the jobs with movements in the month, the newest job first.',
  }),
}
