import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { AddressText } from '../text.ts'
import { carrierStatuses } from '../vocabulary.ts'
import { AppLine, answers, Id, MaybeText, PersonName, PhotoId, Point, Rating } from './common.ts'
import { Before, JobPage } from './customer.ts'
import { documentOperations } from './documents.ts'
import { readEarnings } from './earnings.ts'
import { CarrierJob, FeedJob, RatingInput, Reason, TappedAt } from './job.ts'
import { AppSize } from './job-parts.ts'

const vehicle = AppLine(1, 80, 'Such as "white Ford Transit".')
const radius = Type.Number({
  minimum: 1,
  maximum: 500,
  description: 'How far from the base to look for pickups, in km.',
})

export const CarrierProfile = Type.Object(
  {
    status: Type.Enum([...carrierStatuses], { type: 'string' }),
    status_reason: MaybeText('Why, in the words of the operator.'),
    name: Type.String(),
    vehicle_size: AppSize,
    vehicle: Type.String(),
    base_address: Type.String(),
    base_place: Type.String(),
    base: Point,
    radius_km: Type.Number(),
    payouts_ready: Type.Boolean({ description: 'Whether the payment processor can pay this carrier.' }),
    rating: Rating,
    strikes: Type.Integer({ description: 'Jobs given back in the last 30 days; the third suspends.' }),
  },
  { $id: 'CarrierProfile', additionalProperties: false },
)
export type CarrierProfile = Static<typeof CarrierProfile>

export const saveCarrier = {
  operationId: 'saveCarrier',
  method: 'PUT',
  url: '/app/v1/carrier',
  access: 'account',
  summary: 'Sign up as a carrier, or change the profile',
  description:
    'The first time the carrier waits for the operator. A larger vehicle later waits for the operator again.',
  body: Type.Object({
    name: PersonName,
    vehicle_size: AppSize,
    vehicle,
    base_address: AddressText('Where the search for jobs starts.'),
    radius_km: radius,
  }),
  answers: answers(
    { 200: { description: 'The profile.', body: CarrierProfile } },
    {
      409: '`wrong_state`: a suspended carrier cannot take a larger vehicle.',
      422: '`geocoding_failed`, keyed `base_address`.',
    },
  ),
} as const satisfies AppOperation

export const readCarrier = {
  operationId: 'readCarrier',
  method: 'GET',
  url: '/app/v1/carrier',
  access: 'carrier',
  summary: 'My profile as a carrier',
  description: 'Asks the processor whether payouts are ready when they were not.',
  answers: answers({ 200: { description: 'The profile.', body: CarrierProfile } }),
} as const satisfies AppOperation

export const startPayoutSetup = {
  operationId: 'startPayoutSetup',
  method: 'POST',
  url: '/app/v1/carrier/payout-setup',
  access: 'carrier',
  summary: 'Say where earnings go',
  description: "Opens a page of the payment processor's; `url` is null when nothing is left to say.",
  body: Type.Object({
    return_path: Type.String({ pattern: '^/carrier(/[A-Za-z0-9_\\-/]*)?$', maxLength: 200 }),
  }),
  answers: answers({
    200: {
      description: 'Open `url`, if any.',
      body: Type.Object({ url: MaybeText('The page.') }, { additionalProperties: false }),
    },
  }),
} as const satisfies AppOperation

export const readFeed = {
  operationId: 'readFeed',
  method: 'GET',
  url: '/app/v1/carrier/feed',
  access: 'approved_carrier',
  summary: 'Jobs nearby',
  description:
    'Posted jobs within the radius that fit the vehicle, the nearest first, 50 at a time. Positions are rounded to 0.01 degrees; ' +
    'order and distance are computed from the rounded ones. Jobs of test keys and the own jobs are not in it.',
  query: Type.Object({
    after: Type.Optional(
      Type.String({ pattern: '^[0-9.e-]{1,24}:[0-9a-f-]{36}$', description: '`next` of the page before.' }),
    ),
  }),
  answers: answers({
    200: {
      description: 'A page.',
      body: Type.Object(
        { jobs: Type.Array(FeedJob), next: MaybeText('Ask with `after` set to this; null at the end.') },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

const jobParams = Type.Object({ job_id: Id('The job.') })
const theJob = { 200: { description: 'The job in its present state.', body: CarrierJob } }

export const readFeedJob = {
  operationId: 'readFeedJob',
  method: 'GET',
  url: '/app/v1/carrier/feed/:job_id',
  access: 'approved_carrier',
  summary: 'One job of the feed',
  description: 'As in the feed; `already_taken` once somebody has it, `not_found` when it is gone.',
  params: jobParams,
  answers: answers(
    { 200: { description: 'The job.', body: FeedJob } },
    { 404: '`not_found`.', 409: '`already_taken`.' },
  ),
} as const satisfies AppOperation

export const acceptJob = {
  operationId: 'acceptJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/accept',
  access: 'approved_carrier',
  summary: 'Accept',
  description: 'The first wins. Repeating it after winning answers the job again.',
  params: jobParams,
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`already_taken`, or `wrong_state` when it was cancelled, or the carrier has as many jobs to deliver as it may.',
  }),
} as const satisfies AppOperation

export const listCarrierJobs = {
  operationId: 'listCarrierJobs',
  method: 'GET',
  url: '/app/v1/carrier/jobs',
  access: 'carrier',
  summary: 'My jobs as a carrier',
  description: '`active` are accepted and not finished; `done` the rest. The newest first, 20 at a time.',
  query: Type.Object({
    state: Type.Enum(['active', 'done'], { type: 'string' }),
    ...Before.properties,
  }),
  answers: answers({ 200: { description: 'A page.', body: JobPage } }),
} as const satisfies AppOperation

export const readCarrierJob = {
  operationId: 'readCarrierJob',
  method: 'GET',
  url: '/app/v1/carrier/jobs/:job_id',
  access: 'carrier',
  summary: 'One of my jobs as a carrier',
  description: 'With addresses and phone until seven days after its end.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const collectJob = {
  operationId: 'collectJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/collected',
  access: 'carrier',
  summary: 'Collected',
  description: 'The goods are in the vehicle. Repeating it changes nothing.',
  params: jobParams,
  body: Type.Object({ tapped_at: TappedAt }),
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const deliverJob = {
  operationId: 'deliverJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/delivered',
  access: 'carrier',
  summary: 'Delivered',
  description:
    'The capture follows; the job is `completed` when it is confirmed. Also says `collected` where that was not said. Repeating ' +
    'it changes nothing. Sooner than the trip can take, and where real money moves, it needs `photo_id` and `reason`, and ' +
    'the capture waits for the customer, for staff, or for the end of a term.',
  params: jobParams,
  body: Type.Object({
    photo_id: Type.Optional(PhotoId),
    reason: Type.Optional(AppLine(1, 300, 'Why it was so quick. Read by staff.')),
    tapped_at: TappedAt,
  }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`, or `too_early`: send it again with what `details` names, or at `earliest_at`.',
  }),
} as const satisfies AppOperation

export const giveBackJob = {
  operationId: 'giveBackJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/cancel',
  access: 'carrier',
  summary: 'Give a job back',
  description:
    'Cancels it: the customer gets everything back, the carrier a strike. Not after collecting, nor while suspended.',
  params: jobParams,
  body: Type.Object({ reason: Type.Optional(Reason) }),
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const rateCustomer = {
  operationId: 'rateCustomer',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/rating',
  access: 'carrier',
  summary: 'Rate the customer',
  description:
    'Once, after completion. The same rating again is answered as the first; another is `wrong_state`.',
  params: jobParams,
  body: RatingInput,
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const carrierOperations = [
  saveCarrier,
  readCarrier,
  startPayoutSetup,
  readFeed,
  readFeedJob,
  acceptJob,
  listCarrierJobs,
  readCarrierJob,
  collectJob,
  deliverJob,
  giveBackJob,
  rateCustomer,
  readEarnings,
  ...documentOperations,
] as const
