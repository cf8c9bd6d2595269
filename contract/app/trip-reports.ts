import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { tripReportKinds } from '../reports.ts'
import { AppLines, answers, Id, PhotoId, Point, SentInstant } from './common.ts'
import { CarrierJob, CustomerJob } from './job.ts'

/*
 * What both sides say of a wasted trip (decision 66). Apart from `carrier.ts` and `customer.ts`, which the
 * first screen loads as a whole.
 */

const jobParams = Type.Object({ job_id: Id('The job.') })
const customersJob = Type.Object({ job_id: Id('A job of this customer.') })
const theCustomersJob = { 200: { description: 'The job in its present state.', body: CustomerJob } }
const theJob = { 200: { description: 'The job in its present state.', body: CarrierJob } }

/** Shortest time at the place before `customer_absent` can be reported. */
export const waitMinutes = 15

export const TripReportInput = Type.Object({
  report_id: Id('A new UUID, made by the client. Repeating the request with the same value changes nothing.'),
  kind: Type.Enum([...tripReportKinds], { type: 'string' }),
  arrived_at: Type.Optional(
    SentInstant(
      `When the carrier came, by the clock of the phone. Required for \`customer_absent\`, at least ${waitMinutes} minutes ago`,
    ),
  ),
  called: Type.Optional(
    Type.Boolean({ description: 'True if the carrier has called. Required for `customer_absent`.' }),
  ),
  position: Type.Optional(Point),
  photo_id: Type.Optional(PhotoId),
  text: Type.Optional(AppLines(1_000, 'What happened. The customer and staff read it.')),
})
export type TripReportInput = Static<typeof TripReportInput>

export const reportTrip = {
  operationId: 'reportTrip',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/trip-reports',
  access: 'carrier',
  summary: 'Report that the goods cannot be collected',
  description: `Possible while \`may_report_trip\` is true, at most three times per job and carrier. \`customer_absent\` needs \`called\`, an \`arrived_at\` at least ${waitMinutes} minutes ago, and \`photo_id\` or \`position\`; \`not_as_described\` and \`wrong_address\` need \`photo_id\` or \`position\`. None of these three is possible before an agreed window begins, nor with a \`position\` far from the pickup. The minutes count from the beginning of the window, or from the agreement if that was later. The customer is asked; if they agree or do not answer, the job ends with the fee that was shown before the payment, without a strike. \`breakdown\` ends the job at once, and it goes on with the next carrier as a job that is given back does; the carrier has a strike if there was another breakdown in the last 30 days. The position is not stored, only its distance from the pickup. A collection, or an agreement on another time, withdraws the report. The report ends the open proposal of a time.`,
  params: jobParams,
  body: TripReportInput,
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`: collected, ended, reported already, or the `report_id` was used for another report; or `too_early`: send it again at `earliest_at`.',
  }),
} as const satisfies AppOperation

export const answerNotCollected = {
  operationId: 'answerNotCollected',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/not-collected-answer',
  access: 'carrier',
  summary: 'Answer a report that nothing was collected',
  description:
    'The answer of the carrier to `not_collected`, once, while staff have not decided. Staff read it. Repeating the same answer changes nothing.',
  params: jobParams,
  body: Type.Object({
    problem_id: Id('The report that is answered.'),
    text: AppLines(1_000, 'What happened. Staff read it; the customer does not see it.'),
  }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`: it is decided, or was answered differently.',
  }),
} as const satisfies AppOperation

export const TripAnswerInput = Type.Object({
  report_id: Id('The report that is answered.'),
  agrees: Type.Boolean({
    description: 'True: the report counts, and the job ends with its fee. False: staff decide.',
  }),
  text: Type.Optional(AppLines(1_000, 'What happened. The carrier and staff read it.')),
})
export type TripAnswerInput = Static<typeof TripAnswerInput>

export const answerTripReport = {
  operationId: 'answerTripReport',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/trip-report-answer',
  access: 'account',
  summary: 'Answer a report of the carrier',
  description:
    'The answer of the customer to an `open` `trip_report`. Without one, the report counts at its `due_at`. Repeating the same answer changes nothing.',
  params: customersJob,
  body: TripAnswerInput,
  answers: answers(theCustomersJob, {
    404: '`not_found`.',
    409: '`wrong_state`: the report is decided or withdrawn, or was answered differently.',
  }),
} as const satisfies AppOperation
