import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Id, Point, SentInstant } from './common.ts'
import { maxAccuracyM } from './way.ts'

/* The position of a carrier on the way (decision 74). The customer reads it in `way` of the job. */

const jobParams = Type.Object({ job_id: Id('The job.') })

export const PositionInput = Type.Object({
  ...Point.properties,
  accuracy_m: Type.Number({
    minimum: 0,
    maximum: maxAccuracyM,
    description: 'The radius in which the phone is, in metres.',
  }),
  at: SentInstant('When the phone measured it, by its clock'),
  sent_at: SentInstant(
    'When the phone sends it, by the same clock: the difference is the age of the position',
  ),
})
export type PositionInput = Static<typeof PositionInput>

export const sharePosition = {
  operationId: 'sharePosition',
  method: 'PUT',
  url: '/app/v1/carrier/jobs/:job_id/position',
  access: 'carrier',
  summary: 'Share the position with the customer',
  description:
    'Only the customer of the job sees it, from the collection to the delivery; then it is deleted. One position is stored, the latest. An older one, one within five seconds of the last, and one that was measured more than two minutes ago are ignored. Send it every 10 seconds or more while the carrier drives.',
  params: jobParams,
  body: PositionInput,
  answers: answers(
    { 204: { description: 'Stored, or ignored.', body: null } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: not collected yet, delivered, or ended. Stop to share.',
    },
  ),
} as const satisfies AppOperation

export const stopSharing = {
  operationId: 'stopSharing',
  method: 'DELETE',
  url: '/app/v1/carrier/jobs/:job_id/position',
  access: 'carrier',
  summary: 'Stop to share the position',
  description: 'Deletes the stored position at once. Repeating it changes nothing.',
  params: jobParams,
  answers: answers({ 204: { description: 'Deleted.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const positionOperations = [sharePosition, stopSharing] as const
