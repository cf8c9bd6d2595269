import { Type } from 'typebox'
import { AppLines, Cents, Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, Reason } from './common.ts'
import {
  decideTripReport,
  refundShares,
  refusals,
  resolveJobProblems,
  TipId,
  theJob,
} from './job-decisions.ts'
import { JobParams } from './jobs.ts'
import { closed } from './money/common.ts'

const why = { body: Type.Object({ reason: Reason }, closed), params: JobParams }
const gone = { 204: { description: 'Deleted.', body: null } } as const

export const cancelJob = {
  operationId: 'cancelJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/cancellation',
  access: 'staff',
  stepUp: true,
  summary: 'Cancel a job',
  description:
    'Cancels a posted or accepted job, also after the collection. The customer gets all money back and pays no fee.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const chargeJobAgain = {
  operationId: 'chargeJobAgain',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/charge',
  access: 'staff',
  stepUp: true,
  summary: 'Charge the owed amount again',
  description:
    'Queues a charge of the card that was used last. A node with background tasks sends it to the processor.',
  ...why,
  answers: answers(
    {
      200: {
        description: 'The request is queued.',
        body: Type.Object({ owed_cents: Cents('The amount that is still owed') }, closed),
      },
    },
    { ...refusals, 409: '`wrong_state`: nothing is owed; `payment_pending`: a charge is in progress.' },
  ),
} as const satisfies AdminOperation

export const refundJob = {
  operationId: 'refundJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/refunds',
  access: 'staff',
  stepUp: true,
  summary: 'Refund a job',
  description:
    'Refunds at most the amount that was charged and not refunded yet. The platform bears it, less `carrier_cents`. Repeating the request with the same `refund_id` joins the same refund.',
  params: JobParams,
  body: Type.Object(
    {
      refund_id: Id('A new UUID, made by the client.'),
      ...refundShares,
      payment_id: TipId,
      reason: Reason,
    },
    closed,
  ),
  answers: answers(
    {
      200: {
        description: 'The request is queued.',
        body: Type.Object(
          {
            refund_id: Id('The refund, in `listEffects` too.'),
            payment_id: Id('The payment that is refunded.'),
            amount_cents: Cents('The refunded amount'),
            left_cents: Cents('The amount that can still be refunded'),
          },
          closed,
        ),
      },
    },
    { ...refusals, 409: `${refusals[409]} Or the \`refund_id\` was used for another refund.` },
  ),
} as const satisfies AdminOperation

/** How often staff may send the text of a draft again. */
export const maxResends = 3

export const resendJobText = {
  operationId: 'resendJobText',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/texts',
  access: 'staff',
  summary: 'Send the SMS with the link of a draft again',
  description: `Sends the same text to the same number, at most ${maxResends} times for a draft and once a minute.`,
  ...why,
  answers: answers(
    {
      200: {
        description: 'The request is queued.',
        body: Type.Object(
          {
            sms_id: Id('The text.'),
            is_new: Type.Boolean({ description: 'False if a text that was waiting is sent now.' }),
          },
          closed,
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
  description:
    'Hides the job from carriers until `unhideJob`. It stays posted, and its customer can cancel it without a fee.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const unhideJob = {
  operationId: 'unhideJob',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/showing',
  access: 'staff',
  summary: 'Put a hidden job back into the feed',
  description: 'Undoes `hideJob`. A job whose money is not held stays hidden.',
  ...why,
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const withdrawJobDraft = {
  operationId: 'withdrawJobDraft',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/withdrawal',
  access: 'staff',
  summary: 'Delete an unpaid draft',
  description: 'Deletes the draft. Its link stops working at once, and a text that waits is not sent.',
  ...why,
  answers: answers(gone, refusals),
} as const satisfies AdminOperation

export const confirmJobDelivery = {
  operationId: 'confirmJobDelivery',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/delivery-confirmation',
  access: 'staff',
  stepUp: true,
  summary: 'End the doubt about a delivery',
  description: 'Confirms a delivery that was reported sooner than the trip can take: its payment continues.',
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
    'Possible before the collection. The new carrier must be allowed to accept the job. The present carrier gets a notice and no strike.',
  params: JobParams,
  body: Type.Object({ carrier_id: Id('The account of the new carrier.'), reason: Reason }, closed),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const renewJobHold = {
  operationId: 'renewJobHold',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/hold-renewal',
  access: 'staff',
  summary: 'Renew the hold of a job now',
  description:
    'Queues a new hold on the card that was used last, for a hold that ends within a day; at most once in ten minutes. A node with background tasks sends it to the processor.',
  ...why,
  answers: answers(theJob, {
    ...refusals,
    409: '`wrong_state`; or `payment_pending`: a new hold is in progress.',
  }),
} as const satisfies AdminOperation

export const askCustomer = {
  operationId: 'askCustomer',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/customer-request',
  access: 'staff',
  summary: 'Ask the customer to pay, or for the exact address',
  description:
    'Sends the customer a push, or an SMS if no device is registered, within the caps of notices, and a mail to a confirmed address; for each subject at most once in four hours. `payment`: for an opened draft, or for a job that has lost its hold. `address`: until a carrier accepts the job.',
  params: JobParams,
  body: Type.Object(
    {
      about: Type.Enum(['payment', 'address'], {
        type: 'string',
        description: 'The subject: the payment, or the exact address.',
      }),
      reason: Reason,
    },
    closed,
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const moveJobPin = {
  operationId: 'moveJobPin',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/pin',
  access: 'staff',
  summary: 'Set the pickup or the dropoff of a job on the map',
  description:
    'Possible for the pickup until the collection, and for the dropoff until the delivery. Carriers see the new point; price and distance do not change. The new point can be at most 25 km, or twice the uncertainty, from where the address was located.',
  params: JobParams,
  body: Type.Object(
    {
      stop: Type.Enum(['pickup', 'dropoff'], { type: 'string', description: 'The end of the trip to set.' }),
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
      reason: Reason,
    },
    closed,
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const addJobNote = {
  operationId: 'addJobNote',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/notes',
  access: 'staff',
  summary: 'Write an internal note',
  description: 'Adds a note that only staff read. It is deleted with the personal data of the job.',
  params: JobParams,
  body: Type.Object({ text: { ...AppLines(2_000, 'The note.'), minLength: 1 } }, closed),
  answers: answers(
    {
      201: {
        description: 'Written.',
        body: Type.Object({ note_id: Id('The note.') }, closed),
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
  decideTripReport,
  confirmJobDelivery,
  reassignJob,
  renewJobHold,
  askCustomer,
  moveJobPin,
  addJobNote,
] as const
