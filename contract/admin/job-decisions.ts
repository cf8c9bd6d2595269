import { Type } from 'typebox'
import { Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, Reason } from './common.ts'
import { JobForStaff } from './job-detail.ts'
import { JobParams } from './jobs.ts'
import { closed } from './money/common.ts'

export const theJob = { 200: { description: 'The job.', body: JobForStaff } }
export const refusals = {
  404: '`not_found`.',
  409: '`wrong_state`: the job or its money does not allow it now.',
}

/** An amount for the customer, and how much of it the carrier bears (decision 72). */
export const refundShares = {
  amount_cents: Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'In euro cents.' }),
  carrier_cents: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 999_999_999,
      description:
        'The part of it that the carrier bears: at most the amount, and what the carrier got from this payment. It is kept back from payouts. The platform bears the rest; without it, all.',
    }),
  ),
}

const RefundToo = Type.Optional(
  Type.Object(refundShares, {
    ...closed,
    description: 'What the customer gets back with the decision. Possible once the money is charged.',
  }),
)

/** What the caller has seen: a decision of somebody else, or a new report, must not be decided unread. */
const seenReports = (of: string) =>
  Type.Array(Type.Object({ id: Id('The report.'), status: Type.String() }, closed), {
    maxItems: 1_000,
    description: `All \`${of}\` of the job with their status, as they were read. If they have changed since, the answer is \`wrong_state\`, and nothing is decided.`,
  })

/** Of `refundJob`. */
export const TipId = Type.Optional(Id('A tip of the job (`refundable`); without it, the price or the fee.'))

export const resolveJobProblems = {
  operationId: 'resolveJobProblems',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/problem-decision',
  access: 'staff',
  stepUp: true,
  summary: 'Decide on the reports of a job',
  description:
    'Decides on all open reports of the job. `dismiss`: the payment of the job continues; `uphold`: no money moves. With a `refund` the customer gets it back, and the payout of the carrier continues with what is left.',
  params: JobParams,
  body: Type.Object(
    {
      outcome: Type.Enum(['uphold', 'dismiss'], {
        type: 'string',
        description: 'The decision. `uphold`: the customer is right; `dismiss`: the report is rejected.',
      }),
      seen: seenReports('reports'),
      refund: RefundToo,
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    {
      200: {
        description: 'The number of decided reports.',
        body: Type.Object({ decided: Type.Integer({ minimum: 1 }) }, closed),
      },
    },
    refusals,
  ),
} as const satisfies AdminOperation

export const decideTripReport = {
  operationId: 'decideTripReport',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/trip-report-decision',
  access: 'staff',
  stepUp: true,
  summary: 'Decide on a report of the carrier',
  description:
    'Decides on the last report of the carrier that the goods could not be collected. `uphold`: the carrier is right; the job ends with the fee of the report. `dismiss`: the customer is right; a job that goes on can be cancelled free of charge with a strike for the carrier, and for a report that had ended the job the carrier gets the strike at once. A fee that was charged is refunded with `refund`, or later with `refundJob`.',
  params: JobParams,
  body: Type.Object(
    {
      outcome: Type.Enum(['uphold', 'dismiss'], { type: 'string' }),
      seen: seenReports('trip_reports'),
      refund: RefundToo,
      reason: Reason,
    },
    closed,
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation
