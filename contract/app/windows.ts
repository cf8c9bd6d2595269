import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { partsOfDay } from '../vocabulary.ts'
import { answers, Id } from './common.ts'
import { CarrierJob, CustomerJob } from './job.ts'
import { maxDaysAhead, maxProposals, maxWishes } from './time.ts'

/*
 * The time of the collection (decision 69). Apart from `carrier.ts` and `customer.ts`, which the first screen loads
 * as a
 * whole.
 */

const customersJob = Type.Object({ job_id: Id('A job of this customer.') })
const carriersJob = Type.Object({ job_id: Id('The job.') })
const theCustomersJob = { 200: { description: 'The job in its present state.', body: CustomerJob } }
const theCarriersJob = { 200: { description: 'The job in its present state.', body: CarrierJob } }

const Day = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  description: `A day in the time of the pickup, such as \`2026-12-03\`, at most ${maxDaysAhead} days ahead.`,
})

const Clock = (description: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):(00|15|30|45)$',
    description: `${description}, a quarter of an hour in the time of the pickup, such as \`10:30\`.`,
  })

export const WishesInput = Type.Object({
  wishes: Type.Array(Type.Object({ day: Day, part: Type.Enum([...partsOfDay], { type: 'string' }) }), {
    maxItems: maxWishes,
    uniqueItems: true,
    description: 'The first is the one that is wished most; empty for none.',
  }),
})
export type WishesInput = Static<typeof WishesInput>

export const saveWishes = {
  operationId: 'saveWishes',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/wishes',
  access: 'account',
  summary: 'Say when it suits',
  description:
    'Replaces the wishes, until a carrier accepts. Carriers see them in the feed. The partner does not see them.',
  params: customersJob,
  body: WishesInput,
  answers: answers(theCustomersJob, { 404: '`not_found`.', 409: '`wrong_state`: a carrier has accepted.' }),
} as const satisfies AppOperation

export const WindowInput = Type.Object({
  window_id: Id('A new UUID, made by the client. Repeating the request with the same value changes nothing.'),
  day: Day,
  from: Clock('The beginning'),
  to: Clock('The end, 30 minutes to 12 hours after `from`, and at least an hour from now'),
  seen_id: Type.Optional(
    Id(
      'The `window_id` of `time.proposed`, else of `time.agreed`, that the person saw. Left out if there was none. The proposal is refused if the other side has proposed or agreed since, so a person answers only what they saw.',
    ),
  ),
})
export type WindowInput = Static<typeof WindowInput>

const refusals = {
  404: '`not_found`.',
  409: '`wrong_state`: collected or ended, another window was proposed or agreed meanwhile, this side has no proposal left, or the `window_id` was used before.',
}

const rule = `Possible until the collection, at most ${maxProposals} times by each side between two agreements. It takes the place of the open proposal. With \`time.agreed\` it proposes to move that window, which counts until the other side agrees. An agreement withdraws an undecided \`trip_report\`, and answers an open report of \`not_collected\`.`

export const proposeWindow = {
  operationId: 'proposeWindow',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/windows',
  access: 'account',
  summary: 'Propose a time',
  description: `The carrier is asked. ${rule}`,
  params: customersJob,
  body: WindowInput,
  answers: answers(theCustomersJob, refusals),
} as const satisfies AppOperation

export const proposeCarriersWindow = {
  operationId: 'proposeCarriersWindow',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/windows',
  access: 'carrier',
  summary: 'Propose a time as a carrier',
  description: `The customer is asked. A time within a wish is agreed at once, as long as no window is agreed, the customer has not proposed any and the deadline for the collection is not over. ${rule}`,
  params: carriersJob,
  body: WindowInput,
  answers: answers(theCarriersJob, refusals),
} as const satisfies AppOperation

const agreeRefusals = {
  404: '`not_found`.',
  409: '`wrong_state`: collected or ended, the proposal was replaced, it is the own proposal, or it ends in less than an hour.',
}

const ofWindow = { window_id: Id('The proposal.') }

export const agreeToWindow = {
  operationId: 'agreeToWindow',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/windows/:window_id/agreement',
  access: 'account',
  summary: 'Agree to a time',
  description: 'The proposal of the carrier is agreed. Repeating it changes nothing.',
  params: Type.Object({ ...customersJob.properties, ...ofWindow }),
  answers: answers(theCustomersJob, agreeRefusals),
} as const satisfies AppOperation

export const agreeToCustomersWindow = {
  operationId: 'agreeToCustomersWindow',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/windows/:window_id/agreement',
  access: 'carrier',
  summary: 'Agree to a time as a carrier',
  description: 'The proposal of the customer is agreed. Repeating it changes nothing.',
  params: Type.Object({ ...carriersJob.properties, ...ofWindow }),
  answers: answers(theCarriersJob, agreeRefusals),
} as const satisfies AppOperation

/** Of `saveWishes`, `proposeWindow` and `agreeToWindow`, for the customer. */
export const customersWindowOperations = [saveWishes, proposeWindow, agreeToWindow] as const

export const carriersWindowOperations = [proposeCarriersWindow, agreeToCustomersWindow] as const
