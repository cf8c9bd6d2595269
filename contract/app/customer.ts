import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { EstimateInput, maxPhotos } from '../partner.ts'
import { AppLine, AppLines, answers, Cents, Id, PhotoId, Point, tooManyRefused } from './common.ts'
import { CustomerJob, JobSummary } from './job.ts'
import { Notes, ProblemInput, RatingInput } from './job-inputs.ts'
import { AppPhoto, AppPrice, AppSize, distanceFields } from './job-parts.ts'
import { answerTripReport } from './trip-reports.ts'

const jobParams = Type.Object({ job_id: Id('A job of this customer.') })
const theJob = { 200: { description: 'The job in its present state.', body: CustomerJob } }

export const openDraft = {
  operationId: 'openDraft',
  method: 'POST',
  url: '/app/v1/drafts/:short_id/open',
  access: 'account',
  summary: 'Open the draft of an SMS link',
  description:
    'Links the draft to this account if the verified number of the account is the number of the job (spec part 1). An unknown draft, an expired draft and a draft for another number get the same response.',
  params: Type.Object({ short_id: Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' }) }),
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const JobPage = Type.Object(
  { jobs: Type.Array(JobSummary), next: Type.Union([Id('The `before` of the next page.'), Type.Null()]) },
  { additionalProperties: false },
)

/** Query of a list of jobs. */
export const Before = Type.Object({ before: Type.Optional(Id('The `next` of the previous page.')) })

/** What the list of a customer can be limited to. */
export const listStates = ['active', 'draft', 'done'] as const
const statesDescription = '`active`: posted or accepted; `done`: completed or cancelled.'
export type ListState = (typeof listStates)[number]

export const listMyJobs = {
  operationId: 'listMyJobs',
  method: 'GET',
  url: '/app/v1/jobs',
  access: 'account',
  summary: 'List my jobs',
  description: 'The jobs of this customer, the newest first, in pages of 20, all or those in a state.',
  query: Type.Object({
    ...Before.properties,
    state: Type.Optional(Type.Enum([...listStates], { type: 'string', description: statesDescription })),
  }),
  answers: answers({ 200: { description: 'A page of the jobs.', body: JobPage } }),
} as const satisfies AppOperation

export const readMyJob = {
  operationId: 'readMyJob',
  method: 'GET',
  url: '/app/v1/jobs/:job_id',
  access: 'account',
  summary: 'Read one of my jobs',
  description: 'Everything that the customer may see of the job.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const discardDraft = {
  operationId: 'discardDraft',
  method: 'DELETE',
  url: '/app/v1/jobs/:job_id',
  access: 'account',
  summary: 'Discard a draft',
  description:
    'Deletes a draft of this customer, also one that a partner made, as its expiry would: its link, photos and data are gone, and the partner gets 404. Repeating it is `not_found`.',
  params: jobParams,
  answers: answers(
    { 204: { description: 'Deleted.', body: null } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the job is not a draft; or `payment_pending`: it is being paid.',
    },
  ),
} as const satisfies AppOperation

export const changeNotes = {
  operationId: 'changeNotes',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/notes',
  access: 'account',
  summary: 'Add notes',
  description:
    'The notes are the only part of a job that a customer can change (spec part 1, 2), until the goods are collected.',
  params: jobParams,
  body: Type.Object({ notes: Notes }),
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const moveMyPin = {
  operationId: 'moveMyPin',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/pin',
  access: 'account',
  summary: 'Move an end of my draft on the map',
  description:
    'Of a draft that was started in the app, within `pins` of the job. If the point is farther than 100 m from the one that was priced, distance, duration and price are made again by the tariff of the job: show the new price before the payment. Repeating the request changes nothing.',
  params: jobParams,
  body: Type.Object({
    stop: Type.Enum(['pickup', 'dropoff'], { type: 'string' }),
    ...Point.properties,
  }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`: the job is published, or of a partner, or the point is too far from the address; `payment_pending`.',
  }),
} as const satisfies AppOperation

export const publishJob = {
  operationId: 'publishJob',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/publish',
  access: 'account',
  needsTerms: true,
  summary: 'Pay and publish',
  description:
    'Holds the total, and publishes the job when it is held (spec part 3). Repeating the request with the same `payment_id` continues the same attempt. Read `payment.state` of the response: `held`: the job is `posted`; `action_required`: open `action_url`; `refused`: see `refusal`; `pending`: the processor has not answered, so read the job again. A delivered job whose payment was refused is paid in the same way, and completes when the money is charged. A new `payment_id` ends an attempt that is `action_required`.',
  params: jobParams,
  body: Type.Object({
    payment_id: Id('A UUID made by the client, a new one for each attempt.'),
    source: Type.Enum(['card', 'wallet'], { type: 'string' }),
    total_cents: Type.Optional(
      Cents('The price that was shown: if it is not that of the job now, the response is `wrong_state`'),
    ),
    payment_method_id: Type.Optional(Id('A saved card; required with `card`.')),
    return_path: Type.Optional(
      Type.String({ pattern: '^/(app|draft)(/[A-Za-z0-9_\\-/]*)?$', maxLength: 200 }),
    ),
  }),
  answers: answers(theJob, {
    402: '`insufficient_funds`: the balance of the wallet is too low.',
    404: '`not_found`.',
    409: '`wrong_state`; `payment_pending`: another attempt is in progress; or `payment_method_missing`.',
    429: tooManyRefused,
  }),
} as const satisfies AppOperation

export const cancelMyJob = {
  operationId: 'cancelMyJob',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/cancel',
  access: 'account',
  summary: 'Cancel a job',
  description:
    'The request has the fee that was shown (`cancellation.fee_cents`), so a customer never pays a fee that was not shown.',
  params: jobParams,
  body: Type.Object({ fee_cents: Cents('The fee that was shown') }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`, or `cancellation_changed`: the fee has changed; read the job again.',
  }),
} as const satisfies AppOperation

export const confirmDelivery = {
  operationId: 'confirmDelivery',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/confirm-delivery',
  access: 'account',
  summary: 'Confirm a delivery',
  description:
    'Confirms a delivery that was reported sooner than the trip can take (`confirm_by`, `payout_waits_until`): its payment continues. Repeating it changes nothing.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`: the job is not delivered.' }),
} as const satisfies AppOperation

export const reportProblem = {
  operationId: 'reportProblem',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/problems',
  access: 'account',
  summary: 'Report a problem',
  description:
    'Possible while `may_report` is true, at most three times per job and carrier. Until staff have decided, the total is not charged while its hold lasts, and a carrier who was not paid yet is not paid. The carrier sees that there is a report, but not its text.',
  params: jobParams,
  body: ProblemInput,
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`: it is too early or too late for a report, there are three already, or the `problem_id` was used for another report.',
  }),
} as const satisfies AppOperation

export const rateCarrier = {
  operationId: 'rateCarrier',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/rating',
  access: 'account',
  summary: 'Rate the carrier',
  description:
    'Once, after the completion. Repeating the same rating changes nothing; a different one is `wrong_state`.',
  params: jobParams,
  body: RatingInput,
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const AppEstimate = Type.Object(
  {
    price: AppPrice,
    ...distanceFields,
    duration_minutes: Type.Integer(),
    disclaimer: Type.String(),
  },
  { $id: 'AppEstimate', additionalProperties: false },
)
export type AppEstimate = Static<typeof AppEstimate>

export const estimateMyJob = {
  operationId: 'estimateMyJob',
  method: 'POST',
  url: '/app/v1/estimate',
  access: 'account',
  summary: 'Estimate a price',
  description: 'The price of a job before it is started in the app.',
  body: Type.Object(EstimateInput.properties),
  answers: answers(
    { 200: { description: 'The price.', body: AppEstimate } },
    { 422: '`geocoding_failed`: `details` names `pickup.address` or `dropoff.address`.' },
  ),
} as const satisfies AppOperation

export const UploadedPhoto = Type.Object(
  {
    photo_id: Type.String({ description: 'The id to send with a job, a delivery or a problem.' }),
    ...AppPhoto.properties,
  },
  { $id: 'UploadedPhoto', additionalProperties: false },
)

export const uploadPhoto = {
  operationId: 'uploadPhoto',
  method: 'POST',
  url: '/app/v1/photos',
  access: 'account',
  summary: 'Upload a photo',
  description:
    'JPEG, PNG, WebP, AVIF or GIF, at most 8 MiB. It is stored reduced and without its metadata, and deleted after a day unless it is used.',
  takesPhoto: true,
  answers: answers({ 201: { description: 'Stored.', body: UploadedPhoto } }),
} as const satisfies AppOperation

export const startMyJob = {
  operationId: 'startMyJob',
  method: 'POST',
  url: '/app/v1/jobs',
  access: 'account',
  summary: 'Start a job in the app',
  description:
    'Creates a draft without a partner; no partner key can read it (spec 2.1). Repeating the request with the same `job_id` answers the same job.',
  body: Type.Object({
    job_id: Id('A new UUID, made by the client.'),
    title: AppLine(1, 200, 'A title that names the goods.'),
    description: Type.Optional(AppLines(5_000, 'A description of the goods.')),
    size: AppSize,
    pickup: EstimateInput.properties.pickup,
    dropoff: EstimateInput.properties.dropoff,
    photo_ids: Type.Optional(Type.Array(PhotoId, { maxItems: maxPhotos })),
  }),
  answers: answers(
    { 201: { description: 'The draft.', body: CustomerJob } },
    { 422: '`geocoding_failed`.', 409: '`wrong_state`: the `job_id` was used for another job.' },
  ),
} as const satisfies AppOperation

export const startAgain = {
  operationId: 'startAgain',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/again',
  access: 'account',
  summary: 'Start a cancelled job again',
  description:
    'Creates a new draft with the trip, photos and price of a cancelled job. Not possible for a job that goes on as its `successor_id`.',
  params: jobParams,
  body: Type.Object({ job_id: Id('The id of the new job: a new UUID, made by the client.') }),
  answers: answers(
    { 201: { description: 'The new draft.', body: CustomerJob } },
    { 404: '`not_found`.', 409: '`wrong_state`: the job is not cancelled, or goes on as its successor.' },
  ),
} as const satisfies AppOperation

export const customerOperations = [
  openDraft,
  listMyJobs,
  readMyJob,
  discardDraft,
  changeNotes,
  moveMyPin,
  publishJob,
  cancelMyJob,
  confirmDelivery,
  reportProblem,
  answerTripReport,
  rateCarrier,
  estimateMyJob,
  uploadPhoto,
  startMyJob,
  startAgain,
] as const
