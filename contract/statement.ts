import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from './app/common.ts'
import { jobStatuses, statementLineKinds } from './vocabulary.ts'

/** Statements, as the operator's panel and the partner's own pages show them. */

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })

export const Month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  description: 'A month of UTC, such as `2026-03`.',
})

const monthMembers = {
  month: Month,
  from: Instant('Begin of the month'),
  to: Instant('End of the month, exclusive'),
}

const LineKind = Type.Enum([...statementLineKinds], {
  type: 'string',
  description:
    '`delivery`: earned with a delivered job; `cancellation`: share of the fee for a cancelled job; ' +
    '`payout`: sent to the payout account, negative; `correction`: anything else.',
})

const CarrierStatementLine = Type.Object(
  {
    line_id: Id('Of the movement in the ledger.'),
    at: Instant('Booked'),
    kind: LineKind,
    job_id: MaybeText('The job.'),
    short_id: MaybeText('Of the job, in the link of its draft.'),
    amount_cents: cents('What it adds to the balance'),
  },
  { $id: 'CarrierStatementLine', additionalProperties: false },
)
export type CarrierStatementLine = Static<typeof CarrierStatementLine>

export const carrierStatementMembers = {
  account_id: Id('The carrier.'),
  name: MaybeText('Null when the account is erased.'),
  ...monthMembers,
  opening_cents: cents('Owed to the carrier at the start'),
  closing_cents: cents('Owed to the carrier at the end, or now; the difference is the sum of all lines'),
  totals: Type.Array(
    Type.Object(
      { kind: LineKind, lines: count('How many lines.'), amount_cents: cents('Their sum') },
      { additionalProperties: false },
    ),
    { description: 'Of all lines of the month, by kind.' },
  ),
  lines: Type.Array(CarrierStatementLine, { description: 'A page of the movements, the newest first.' }),
}

const sums = {
  captured_cents: cents('Taken from customers: prices of deliveries, fees of cancellations'),
  refunded_cents: cents('Given back to customers'),
  carrier_cents: cents('Share of the carriers'),
  platform_cents: cents('Fee and commission of the platform, less what it paid for refunds'),
  waiting_cents: cents(
    'Taken and not shared out yet, or negative for what was taken before; captured less refunded is what carriers and ' +
      'platform got, plus this',
  ),
}

const PartnerStatementLine = Type.Object(
  {
    job_id: Id('The job.'),
    short_id: Type.String({ description: 'In the link of its draft.' }),
    external_reference: MaybeText("The partner's own id."),
    status: Type.Enum([...jobStatuses], { type: 'string', description: 'As it is now.' }),
    at: Instant('Its last movement of the month'),
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
      draft: count('Drafts.'),
      posted: count('Published.'),
      accepted: count('Accepted by a carrier.'),
      completed: count('Delivered and paid.'),
      cancelled: count('Cancelled.'),
      expired: count('Drafts that have expired.'),
      withdrawn: count('Drafts that were withdrawn.'),
    },
    { additionalProperties: false, description: 'Live jobs created in the month, by their state now.' },
  ),
  totals: Type.Object(
    {
      lines: count('Jobs with movements in the month.'),
      ...sums,
      cancellation_cents: cents('Of what was captured less refunded: for cancelled jobs'),
    },
    { additionalProperties: false, description: 'Of all lines of the month.' },
  ),
  lines: Type.Array(PartnerStatementLine, {
    description: 'A page of the jobs with movements in the month, the newest job first.',
  }),
}
