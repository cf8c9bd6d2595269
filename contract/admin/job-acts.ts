import { Type } from 'typebox'
import { AppLines, Cents, Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, Reason } from './common.ts'
import { JobForStaff } from './job-detail.ts'
import { JobParams } from './jobs.ts'

const why = { body: Type.Object({ reason: Reason }, { additionalProperties: false }), params: JobParams }
const theJob = { 200: { description: 'The job.', body: JobForStaff } }
const gone = { 204: { description: 'Deleted.', body: null } } as const
const refusals = { 404: '`not_found`.', 409: '`wrong_state`: the job or its money does not allow it now.' }

export const cancelJob = {
  operationId: 'cancelJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/cancellation',
  access: 'staff',
  stepUp: true,
  summary: 'Cancel a job',
  description: 'Posted or accepted, also after collection. The customer gets everything back, without a fee.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const chargeJobAgain = {
  operationId: 'chargeJobAgain',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/charge',
  access: 'staff',
  stepUp: true,
  summary: 'Try again to take what is owed',
  description: 'On the card that was used last. The running server asks the processor.',
  ...why,
  answers: answers(
    {
      200: {
        description: 'Queued.',
        body: Type.Object({ owed_cents: Cents('Still owed') }, { additionalProperties: false }),
      },
    },
    { ...refusals, 409: '`wrong_state`: nothing is owed; `payment_pending`: it is being taken.' },
  ),
} as const satisfies AdminOperation

export const refundJob = {
  operationId: 'refundJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/refunds',
  access: 'staff',
  stepUp: true,
  summary: 'Give money back',
  description: 'At most what was taken and not given back yet; the carrier keeps their share.',
  params: JobParams,
  body: Type.Object(
    {
      amount_cents: Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'In euro cents.' }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description: 'Queued.',
        body: Type.Object(
          {
            payment_id: Id('The payment it goes back from.'),
            amount_cents: Cents('Given back'),
            left_cents: Cents('What can still be given back'),
          },
          { additionalProperties: false },
        ),
      },
    },
    refusals,
  ),
} as const satisfies AdminOperation

/** How often staff may send the text of a draft again. */
export const maxResends = 3

export const resendJobText = {
  operationId: 'resendJobText',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/texts',
  access: 'staff',
  summary: 'Text the link of a draft again',
  description: `Same text and number, at most ${maxResends} times, a minute apart.`,
  params: JobParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    {
      200: {
        description: 'Queued.',
        body: Type.Object(
          {
            sms_id: Id('The text.'),
            is_new: Type.Boolean({ description: 'False when a text was still waiting, and is sent now.' }),
          },
          { additionalProperties: false },
        ),
      },
    },
    refusals,
  ),
} as const satisfies AdminOperation

export const hideJob = {
  operationId: 'hideJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/hiding',
  access: 'staff',
  summary: 'Take a posted job out of the feed',
  description: 'Until it is shown again. It stays posted, and its customer can cancel it for nothing.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const unhideJob = {
  operationId: 'unhideJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/showing',
  access: 'staff',
  summary: 'Put a hidden job back into the feed',
  description: 'Undoes `hideJob`. A job whose money is not held stays out.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const withdrawJobDraft = {
  operationId: 'withdrawJobDraft',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/withdrawal',
  access: 'staff',
  summary: 'Delete an unpaid draft',
  description: 'Its link stops working at once, and a text that waits is not sent.',
  params: JobParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(gone, refusals),
} as const satisfies AdminOperation

export const resolveJobProblems = {
  operationId: 'resolveJobProblems',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/problem-decision',
  access: 'staff',
  stepUp: true,
  summary: 'Decide on the reports of a job',
  description: '`dismiss` lets its payment continue, `uphold` moves no money.',
  params: JobParams,
  body: Type.Object(
    {
      outcome: Type.Enum(['uphold', 'dismiss'], { type: 'string', description: 'Who is right.' }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description: 'Decided.',
        body: Type.Object({ decided: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
      },
    },
    refusals,
  ),
} as const satisfies AdminOperation

export const confirmJobDelivery = {
  operationId: 'confirmJobDelivery',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/delivery-confirmation',
  access: 'staff',
  stepUp: true,
  summary: 'End the doubt about a delivery',
  description: 'Lets the payment go through for a delivery that was reported sooner than the trip can take.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const reassignJob = {
  operationId: 'reassignJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/reassignment',
  access: 'staff',
  stepUp: true,
  summary: 'Move an accepted job to another carrier',
  description:
    'Before collection. The new carrier must be allowed to accept it; the old one is told, and gets no strike.',
  params: JobParams,
  body: Type.Object(
    { carrier_id: Id('The account of the new carrier.'), reason: Reason },
    { additionalProperties: false },
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const renewJobHold = {
  operationId: 'renewJobHold',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/hold-renewal',
  access: 'staff',
  summary: 'Renew the hold of a job now',
  description:
    'On the card that was used last, at most every ten minutes, when the hold ends within a day. The running server asks the processor.',
  ...why,
  answers: answers(theJob, { ...refusals, 409: '`wrong_state`; `payment_pending`: a hold is being made.' }),
} as const satisfies AdminOperation

export const askCustomer = {
  operationId: 'askCustomer',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/customer-request',
  access: 'staff',
  summary: 'Ask the customer to pay, or for the exact address',
  description:
    'A push, or a text where there is no device, within the caps of notices; for each at most once in four hours. `payment`: an opened ' +
    'draft, or a job that has lost its hold. `address`: until a carrier accepts.',
  params: JobParams,
  body: Type.Object(
    {
      about: Type.Enum(['payment', 'address'], { type: 'string', description: 'What is asked for.' }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const moveJobPin = {
  operationId: 'moveJobPin',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/pin',
  access: 'staff',
  summary: 'Set an end of a job on the map',
  description:
    'Until it is collected or delivered there. Carriers see the new point; the price and the distance that were shown stay. At most ' +
    '25 km from where the address was located, or twice its uncertainty: farther is another trip.',
  params: JobParams,
  body: Type.Object(
    {
      stop: Type.Enum(['pickup', 'dropoff'], { type: 'string', description: 'Which end.' }),
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const addJobNote = {
  operationId: 'addJobNote',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/notes',
  access: 'staff',
  summary: 'Write an internal note',
  description: 'Only staff read it. It is deleted with the personal data of the job.',
  params: JobParams,
  body: Type.Object(
    {
      text: { ...AppLines(2_000, 'The note.'), minLength: 1 },
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      201: {
        description: 'Written.',
        body: Type.Object({ note_id: Id('The note.') }, { additionalProperties: false }),
      },
    },
    refusals,
  ),
} as const satisfies AdminOperation

export const jobActOperations = [
  cancelJob,
  chargeJobAgain,
  refundJob,
  resendJobText,
  hideJob,
  unhideJob,
  withdrawJobDraft,
  resolveJobProblems,
  confirmJobDelivery,
  reassignJob,
  renewJobHold,
  askCustomer,
  moveJobPin,
  addJobNote,
] as const
