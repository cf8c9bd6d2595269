import { type Static, Type } from 'typebox'
import { plateLength, platePattern } from '../carrier-profile.ts'
import type { AppOperation } from '../operation.ts'
import { AddressText } from '../text.ts'
import { carrierStatuses } from '../vocabulary.ts'
import { AppLine, answers, Id, MaybeText, PersonName, Point, Rating } from './common.ts'
import { Before, JobPage } from './customer.ts'
import { documentOperations } from './documents.ts'
import { readEarnings } from './earnings.ts'
import { FeedCursorText, FeedDay, maxRadiusKm } from './feed.ts'
import { CarrierJob, FeedJob } from './job.ts'
import { RatingInput, Reason } from './job-inputs.ts'
import { AppSize } from './job-parts.ts'
import { CodeInput, ProofInput } from './proof.ts'
import { answerNotCollected, reportTrip } from './trip-reports.ts'

const vehicle = AppLine(1, 80, 'The vehicle, such as "white Ford Transit".')
const plate = Type.String({
  maxLength: plateLength.max,
  pattern: platePattern,
  'x-trim': true,
  description:
    'The registration plate, as it is written on the vehicle: at least two letters and digits, with single spaces or hyphens between them. Left out: it stays as it is; empty: it is removed.',
})
const radius = Type.Number({
  minimum: 1,
  maximum: maxRadiusKm,
  description: 'The radius around the base in which the feed has pickups, in kilometres.',
})

export const CarrierProfile = Type.Object(
  {
    status: Type.Enum([...carrierStatuses], { type: 'string' }),
    status_reason: MaybeText('The reason of the status, written by the operator; null without one.'),
    name: Type.String(),
    vehicle_size: AppSize,
    vehicle: Type.String(),
    plate: MaybeText('The registration plate as it was typed; null without one.'),
    base_address: Type.String(),
    base_place: Type.String(),
    base: Point,
    radius_km: Type.Number(),
    payouts_ready: Type.Boolean({ description: 'True if the payment processor can pay this carrier.' }),
    rating: Rating,
    strikes: Type.Integer({ description: 'Strikes in the last 30 days; the third suspends the carrier.' }),
  },
  { $id: 'CarrierProfile', additionalProperties: false },
)
export type CarrierProfile = Static<typeof CarrierProfile>

export const saveCarrier = {
  operationId: 'saveCarrier',
  method: 'PUT',
  url: '/app/v1/carrier',
  access: 'account',
  needsTerms: true,
  summary: 'Sign up as a carrier, or change the profile',
  description:
    'After the first request, the carrier waits for the approval of the operator. After a change to a larger vehicle, the carrier waits for an approval again.',
  body: Type.Object({
    name: PersonName,
    vehicle_size: AppSize,
    vehicle,
    plate: Type.Optional(plate),
    base_address: AddressText('The base of the carrier: the feed has the jobs around it.'),
    radius_km: radius,
  }),
  answers: answers(
    { 200: { description: 'The profile.', body: CarrierProfile } },
    {
      409: '`wrong_state`: a suspended carrier cannot take a larger vehicle.',
      422: '`geocoding_failed`: `details` names `base_address`.',
    },
  ),
} as const satisfies AppOperation

export const readCarrier = {
  operationId: 'readCarrier',
  method: 'GET',
  url: '/app/v1/carrier',
  access: 'carrier',
  summary: 'Read my profile as a carrier',
  description: 'If payouts were not ready, asks the processor whether they are now.',
  answers: answers({ 200: { description: 'The profile.', body: CarrierProfile } }),
} as const satisfies AppOperation

export const startPayoutSetup = {
  operationId: 'startPayoutSetup',
  method: 'POST',
  url: '/app/v1/carrier/payout-setup',
  access: 'carrier',
  summary: 'Set up payouts',
  description:
    'Answers the URL of a page of the payment processor on which the carrier sets up payouts; null if the processor needs nothing more.',
  body: Type.Object({
    return_path: Type.String({ pattern: '^/carrier(/[A-Za-z0-9_\\-/]*)?$', maxLength: 200 }),
  }),
  answers: answers({
    200: {
      description: 'The page to open (`url`), if any.',
      body: Type.Object(
        { url: MaybeText('The URL of the page; null if there is nothing to do.') },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

export const readFeed = {
  operationId: 'readFeed',
  method: 'GET',
  url: '/app/v1/carrier/feed',
  access: 'approved_carrier',
  summary: 'Read the feed of jobs nearby',
  description:
    'Posted jobs within the radius that fit the vehicle, the nearest first, in pages of 50. With `day`, a page can have fewer jobs and still a `next`. Positions are rounded to 0.01 degrees; order and distance are computed from the rounded positions. Jobs of test keys, and jobs that the carrier has ordered as a customer, are not in it.',
  query: Type.Object({
    after: Type.Optional(FeedCursorText),
    day: Type.Optional(FeedDay),
  }),
  answers: answers({
    200: {
      description: 'A page of the feed.',
      body: Type.Object(
        {
          jobs: Type.Array(FeedJob),
          next: MaybeText('The `after` of the next page; null on the last page.'),
        },
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
  summary: 'Read one job of the feed',
  description:
    'The job as in the feed. `already_taken`: a carrier has accepted it; `not_found`: it is no longer in the feed.',
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
  needsTerms: true,
  summary: 'Accept a job',
  description: 'The first carrier gets the job. Repeating the request of that carrier answers the job again.',
  params: jobParams,
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`already_taken`; or `wrong_state`: the job was cancelled, or the carrier has the maximum number of jobs to deliver; or `profile_incomplete`: the operator requires a portrait and a plate, and `details` names what is missing.',
  }),
} as const satisfies AppOperation

export const listCarrierJobs = {
  operationId: 'listCarrierJobs',
  method: 'GET',
  url: '/app/v1/carrier/jobs',
  access: 'carrier',
  summary: 'List my jobs as a carrier',
  description:
    '`active`: jobs that are accepted and not finished; `done`: all others. The newest first, in pages of 20.',
  query: Type.Object({
    state: Type.Enum(['active', 'done'], { type: 'string' }),
    ...Before.properties,
  }),
  answers: answers({ 200: { description: 'A page of the jobs.', body: JobPage } }),
} as const satisfies AppOperation

export const readCarrierJob = {
  operationId: 'readCarrierJob',
  method: 'GET',
  url: '/app/v1/carrier/jobs/:job_id',
  access: 'carrier',
  summary: 'Read one of my jobs as a carrier',
  description: 'The job, with addresses and phone until seven days after its end.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

const arrivedLate =
  '`arrived_late`: `tapped_at` is from when the carrier had the job, which was cancelled or moved before the request arrived. It is kept as a report for staff, and changes nothing else.'

export const collectJob = {
  operationId: 'collectJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/collected',
  access: 'carrier',
  summary: 'Report the collection',
  description:
    'The goods are in the vehicle. Needs `photo_id` if `asked_proof` requires it. Repeating it changes nothing.',
  params: jobParams,
  body: Type.Object(ProofInput),
  answers: answers(theJob, { 404: '`not_found`.', 409: `\`wrong_state\`; or ${arrivedLate}` }),
} as const satisfies AppOperation

export const deliverJob = {
  operationId: 'deliverJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/delivered',
  access: 'carrier',
  summary: 'Report the delivery',
  description:
    'The total is charged then; the job is `completed` when the charge is confirmed. The delivery also counts as the collection if that was not reported. Repeating it changes nothing. With real money, a delivery reported sooner than the trip can take needs `photo_id` and `reason`, and the charge waits until the customer or staff confirm it, or until a deadline. If `asked_proof` asks for a code, needs `code`, which is checked at most five times, or `without_code` and `photo_id`.',
  params: jobParams,
  body: Type.Object({
    ...ProofInput,
    ...CodeInput,
    reason: Type.Optional(AppLine(1, 300, 'Why the delivery was so quick. Staff read it.')),
  }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: `\`wrong_state\`; \`too_early\`: send the request again with the fields that \`details\` names, or at \`earliest_at\`; or ${arrivedLate}`,
    422: '`code_wrong`; or `code_expired`: no code can be tried any longer.',
  }),
} as const satisfies AppOperation

export const giveBackJob = {
  operationId: 'giveBackJob',
  method: 'POST',
  url: '/app/v1/carrier/jobs/:job_id/cancel',
  access: 'carrier',
  summary: 'Give a job back',
  description:
    'Cancels the job, and the carrier gets a strike. It is offered to other carriers as its successor, with the same hold; if the hold cannot be moved, the customer gets all money back. Not possible after the collection, or while the carrier is suspended.',
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
    'Once, after the completion. Repeating the same rating changes nothing; a different one is `wrong_state`.',
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
  reportTrip,
  answerNotCollected,
  rateCustomer,
  readEarnings,
  ...documentOperations,
] as const
