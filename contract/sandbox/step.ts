import { type Static, Type } from 'typebox'
import { JobId } from '../common.ts'
import { Instant, nullable } from './answers.ts'

/** What can happen to a job in the sandbox, for programs. Later versions may add others. */
export const stepTypes = [
  'created',
  'sms_sent',
  'sms_failed',
  'link_opened',
  'signed_in',
  'card_added',
  'payment_started',
  'confirmation_asked',
  'published',
  'hidden',
  'shown_again',
  'accepted',
  'time_wished',
  'time_proposed',
  'time_agreed',
  'reminded',
  'collection_overdue',
  'trip_reported',
  'trip_answered',
  'trip_term_ended',
  'collected',
  'arriving',
  'delivered',
  'completed',
  'rated',
  'given_back',
  'cancelled',
  'draft_expired',
  'hold_done',
  'hold_refused',
  'hold_renewed',
  'renewal_refused',
  'release_done',
  'release_refused',
  'capture_done',
  'capture_refused',
  'tip_given',
  'tip_refused',
  'payout_done',
  'payout_refused',
  'refund_done',
  'refund_refused',
  'other',
] as const
export type StepType = (typeof stepTypes)[number]

/** An open list, so it is text to clients. */
const StepTypeShown = Type.Unsafe<string>({
  type: 'string',
  enum: [...stepTypes],
  'x-open': true,
  description: 'The type of the step, for programs.',
})

/** An event of a job: an entry of its timeline, or of the response to a moved clock. */
export const Step = Type.Object(
  {
    at: Instant('When it happened'),
    after_seconds: Type.Integer({ description: 'Whole seconds since the creation of the job.' }),
    job_id: JobId,
    actor: Type.String({ description: 'Who caused it: `customer`, `carrier`, `partner` or `system`.' }),
    type: StepTypeShown,
    what: Type.String({
      description: 'What happened, in words, such as `accepted` or `capture refused`. The words may change.',
    }),
    amount_eur: nullable('number', {
      description:
        'The amount of money of this step, in euros, such as the hold or the fee of a cancellation; null for a step without money.',
    }),
    status: nullable('string', {
      description: 'The status of the job after this step; null if the job was deleted.',
    }),
  },
  { $id: 'Step' },
)
export type Step = Static<typeof Step>

type NextShown = { at: string; job_id: string; type: string; what: string }

/** A future event has the type of its step, so a program can match them. */
export const Next = Type.Unsafe<NextShown | null>({
  type: ['object', 'null'],
  properties: {
    at: { type: 'string', format: 'date-time' },
    job_id: { type: 'string', format: 'uuid' },
    type: {
      type: 'string',
      description:
        'The `type` of the step that is expected, such as `accepted`; a hold may be refused instead.',
    },
    what: { type: 'string', description: 'What is expected, in words. The words may change.' },
  },
  required: ['at', 'job_id', 'type', 'what'],
  description:
    'The next step that happens without a call; null if there is none. Only the `next` of the clock has the renewals of the hold of an accepted job.',
})
