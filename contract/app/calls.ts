import { Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Id } from './common.ts'
import { CarrierJob, CustomerJob } from './job.ts'

/* Calls over a number that hides those of both sides (decision 78). */

const params = Type.Object({ job_id: Id('The job.') })
const refusals = {
  404: '`not_found`.',
  409: '`wrong_state`: people call each other directly here, or the contact time is over.',
  503: '`service_unavailable`: there is no number now. Try again, or write a message.',
}
const description =
  'Gets the number over which both sides call each other, if `call` is `masked` and `phone` is null. It hides the numbers of both, works only from the number that the person has here, and ends with the contact time. Repeating the request gives the same number.'

export const startCall = {
  operationId: 'startCall',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/call',
  access: 'account',
  summary: 'Get a number to call the carrier',
  description,
  params,
  answers: answers(
    { 200: { description: 'The job, with the number in `carrier.phone`.', body: CustomerJob } },
    refusals,
  ),
} as const satisfies AppOperation

export const startCarriersCall = {
  operationId: 'startCarriersCall',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/call',
  access: 'carrier',
  summary: 'Get a number to call the customer',
  description,
  params,
  answers: answers(
    { 200: { description: 'The job, with the number in `customer.phone`.', body: CarrierJob } },
    refusals,
  ),
} as const satisfies AppOperation

export const customersCallOperations = [startCall] as const
export const carriersCallOperations = [startCarriersCall] as const
