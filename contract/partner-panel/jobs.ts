import { type Static, Type } from 'typebox'
import { answers, BeforePlace, pageMembers, pageQuery } from '../admin/common.ts'
import type { DateTime } from '../app/common.ts'
import { Cents, Id, Instant, MaybeInstant, MaybeText, SentInstant } from '../app/common.ts'
import { Status } from '../common.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { funnelStages, jobSizes, jobStatuses, keyModes } from '../vocabulary.ts'

const fields = {
  job_id: Id('As `POST /v1/jobs` answered it.'),
  key_id: Id('The key that handed it over.'),
  mode: Type.Enum([...keyModes], { type: 'string', description: 'Of the key.' }),
  status: Status,
  external_reference: MaybeText('As it was sent; null without one.'),
  title: Type.String(),
  size: Type.Enum([...jobSizes], { type: 'string' }),
  pickup_town: MaybeText('Town or postcode.'),
  dropoff_town: MaybeText('Town or postcode.'),
  distance_km: Type.Number(),
  total_cents: Cents('Price'),
  customer_phone: MaybeText(
    'Country code and last three digits; null once the personal data has been deleted.',
  ),
  created_at: Instant('Created'),
  updated_at: Instant('Last changed'),
  expires_at: MaybeInstant('End of an unpaid draft'),
}

/** A job of the partner, without its people and addresses. */
const OwnJob = Type.Object(fields, { $id: 'OwnJob', additionalProperties: false })
export type OwnJob = Static<typeof OwnJob>

const StatusChange = Type.Object(
  {
    at: Instant('When'),
    from_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({
      type: ['string', 'null'],
      enum: [...jobStatuses, null],
      description: 'Null when the job was created.',
    }),
    to_status: Status,
  },
  { $id: 'StatusChange', additionalProperties: false },
)

const OwnJobDetail = Type.Object(
  {
    ...fields,
    stage: Type.Enum([...funnelStages], { type: 'string', description: 'The furthest that it reached.' }),
    sms: Type.Unsafe<{ status: string; sent_at: DateTime | null } | null>({
      type: ['object', 'null'],
      properties: {
        status: { type: 'string', enum: ['pending', 'sending', 'sent', 'failed', 'unknown'] },
        sent_at: MaybeInstant('Handed to the provider'),
      },
      required: ['status', 'sent_at'],
      additionalProperties: false,
      description: 'The text with the link of the draft; null when there is none.',
    }),
    timeline: Type.Array(StatusChange, { description: 'The oldest first.' }),
  },
  { $id: 'OwnJobDetail', additionalProperties: false },
)
export type OwnJobDetail = Static<typeof OwnJobDetail>

export const listOwnJobs = {
  operationId: 'listOwnJobs',
  method: 'GET',
  url: '/partner/v1/jobs',
  access: 'viewer',
  summary: 'Jobs that the partner handed over',
  description: 'Newest first, a page at a time. Drafts that expired are gone.',
  query: Type.Object({
    status: Type.Optional(Status),
    mode: Type.Optional(
      Type.Enum([...keyModes], { type: 'string', description: 'Of the keys; both by default.' }),
    ),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\p{Cc}\\p{Cs}]*$',
        description: 'Only jobs with this `external_reference`, whole.',
      }),
    ),
    from: Type.Optional(SentInstant('Not created before')),
    to: Type.Optional(SentInstant('Created before')),
    ...pageQuery(BeforePlace),
  }),
  answers: answers({
    200: {
      description: 'A page.',
      body: Type.Object({ jobs: Type.Array(OwnJob), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies PartnerPanelOperation

export const readOwnJob = {
  operationId: 'readOwnJob',
  method: 'GET',
  url: '/partner/v1/jobs/:job_id',
  access: 'viewer',
  summary: 'A job, and when its status changed',
  description: 'Without the people and the addresses.',
  params: Type.Object({ job_id: Id('Of `listOwnJobs`.') }),
  answers: answers(
    { 200: { description: 'The job.', body: OwnJobDetail } },
    { 404: '`not_found`: unknown, of another partner, or a draft that has expired.' },
  ),
} as const satisfies PartnerPanelOperation

export const ownJobOperations = [listOwnJobs, readOwnJob] as const
