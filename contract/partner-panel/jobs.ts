import { type Static, Type } from 'typebox'
import { answers, BeforePlace, pageMembers, pageQuery } from '../admin/common.ts'
import type { DateTime } from '../app/common.ts'
import { Cents, Id, Instant, MaybeInstant, MaybeText, SentInstant } from '../app/common.ts'
import { Status } from '../common.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { funnelStages, jobSizes, jobStatuses, keyModes } from '../vocabulary.ts'

const fields = {
  job_id: Id('The `job_id` in the response of `POST /v1/jobs`.'),
  key_id: Id('The key that created the job.'),
  mode: Type.Enum([...keyModes], { type: 'string', description: 'The mode of the key.' }),
  status: Status,
  external_reference: MaybeText('The `external_reference` as it was sent; null without one.'),
  title: Type.String(),
  size: Type.Enum([...jobSizes], { type: 'string' }),
  pickup_town: MaybeText('The town or the postcode.'),
  dropoff_town: MaybeText('The town or the postcode.'),
  distance_km: Type.Number(),
  total_cents: Cents('The price'),
  customer_phone: MaybeText(
    'The country code and the last three digits of the phone number; null after the personal data was deleted.',
  ),
  created_at: Instant('When the job was created'),
  updated_at: Instant('When the job last changed'),
  expires_at: MaybeInstant('When the draft expires', 'for a job that is not a draft'),
}

/** A job of the partner, without its people and addresses. */
const OwnJob = Type.Object(fields, { $id: 'OwnJob', additionalProperties: false })
export type OwnJob = Static<typeof OwnJob>

const StatusChange = Type.Object(
  {
    at: Instant('When the status changed'),
    from_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({
      type: ['string', 'null'],
      enum: [...jobStatuses, null],
      description: 'The status before the change; null for the creation of the job.',
    }),
    to_status: Status,
  },
  { $id: 'StatusChange', additionalProperties: false },
)

const OwnJobDetail = Type.Object(
  {
    ...fields,
    stage: Type.Enum([...funnelStages], {
      type: 'string',
      description: 'The furthest stage that the job reached.',
    }),
    sms: Type.Unsafe<{ status: string; sent_at: DateTime | null } | null>({
      type: ['object', 'null'],
      properties: {
        status: { type: 'string', enum: ['pending', 'sending', 'sent', 'failed', 'unknown'] },
        sent_at: MaybeInstant('When the SMS provider accepted it'),
      },
      required: ['status', 'sent_at'],
      additionalProperties: false,
      description: 'The SMS with the link of the draft; null if there is none.',
    }),
    timeline: Type.Array(StatusChange, { description: 'The changes of the status, the oldest first.' }),
    goes_on: Type.Unsafe<{ status: (typeof jobStatuses)[number]; updated_at: DateTime } | null>({
      type: ['object', 'null'],
      properties: { status: Status, updated_at: Instant('When that job last changed') },
      required: ['status', 'updated_at'],
      additionalProperties: false,
      description:
        'What became of a job that its carrier gave back: the last job as which it goes on, which no call reads. Null if it does not go on.',
    }),
  },
  { $id: 'OwnJobDetail', additionalProperties: false },
)
export type OwnJobDetail = Static<typeof OwnJobDetail>

export const listOwnJobs = {
  operationId: 'listOwnJobs',
  method: 'GET',
  url: '/partner/v1/jobs',
  access: 'viewer',
  summary: 'List the jobs of the partner',
  description: 'The newest first. Expired drafts are not listed.',
  query: Type.Object({
    status: Type.Optional(Status),
    mode: Type.Optional(
      Type.Enum([...keyModes], {
        type: 'string',
        description: 'Only jobs of keys of this mode; both by default.',
      }),
    ),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\p{Cc}\\p{Cs}]*$',
        description: 'Only the jobs with exactly this `external_reference`.',
      }),
    ),
    from: Type.Optional(SentInstant('Only jobs created at or after this instant')),
    to: Type.Optional(SentInstant('Only jobs created before this instant')),
    ...pageQuery(BeforePlace),
  }),
  answers: answers({
    200: {
      description: 'A page of the jobs.',
      body: Type.Object({ jobs: Type.Array(OwnJob), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies PartnerPanelOperation

export const readOwnJob = {
  operationId: 'readOwnJob',
  method: 'GET',
  url: '/partner/v1/jobs/:job_id',
  access: 'viewer',
  summary: 'Read a job and the changes of its status',
  description: 'The job without people and addresses.',
  params: Type.Object({ job_id: Id('The `job_id` from `listOwnJobs`.') }),
  answers: answers(
    { 200: { description: 'The job.', body: OwnJobDetail } },
    {
      404: '`not_found`: the job does not exist, belongs to another partner, or is a draft that has expired.',
    },
  ),
} as const satisfies PartnerPanelOperation

export const ownJobOperations = [listOwnJobs, readOwnJob] as const
