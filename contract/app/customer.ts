import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { EstimateInput, maxPhotos } from '../partner.ts'
import { AppLine, AppLines, answers, Cents, Id, PhotoId, tooManyRefused } from './common.ts'
import { CustomerJob, JobSummary, Notes, ProblemInput, RatingInput } from './job.ts'
import { AppPhoto, AppPrice, AppSize, distanceFields } from './job-parts.ts'

const jobParams = Type.Object({ job_id: Id('One of the own jobs.') })
const theJob = { 200: { description: 'The job in its present state.', body: CustomerJob } }

export const openDraft = {
  operationId: 'openDraft',
  method: 'POST',
  url: '/app/v1/drafts/:short_id/open',
  access: 'account',
  summary: 'Open the draft of an SMS link',
  description:
    'Links the draft to this account when its verified number is the one of the job (spec part 1). Unknown, expired and ' +
    "somebody else's drafts are answered the same.",
  params: Type.Object({ short_id: Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' }) }),
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const JobPage = Type.Object(
  { jobs: Type.Array(JobSummary), next: Type.Union([Id('Ask with `before` set to this.'), Type.Null()]) },
  { additionalProperties: false },
)

/** Query of a list of jobs. */
export const Before = Type.Object({ before: Type.Optional(Id('`next` of the page before.')) })

export const listMyJobs = {
  operationId: 'listMyJobs',
  method: 'GET',
  url: '/app/v1/jobs',
  access: 'account',
  summary: 'My jobs',
  description: 'As a customer, the newest first, 20 at a time.',
  query: Before,
  answers: answers({ 200: { description: 'A page.', body: JobPage } }),
} as const satisfies AppOperation

export const readMyJob = {
  operationId: 'readMyJob',
  method: 'GET',
  url: '/app/v1/jobs/:job_id',
  access: 'account',
  summary: 'One of my jobs',
  description: 'Everything the customer may see of it.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const changeNotes = {
  operationId: 'changeNotes',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/notes',
  access: 'account',
  summary: 'Add notes',
  description: 'The only thing a customer may change of a draft (spec part 1, 2); not after it is collected.',
  params: jobParams,
  body: Type.Object({ notes: Notes }),
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`.' }),
} as const satisfies AppOperation

export const publishJob = {
  operationId: 'publishJob',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/publish',
  access: 'account',
  needsTerms: true,
  summary: 'Pay and publish',
  description:
    'Holds the total and publishes when it is held (spec part 3). The same `payment_id` again joins the same attempt. ' +
    'Read `payment.state`: `held` and status `posted`; `action_required` with `action_url`; `refused` with the reason; ' +
    '`pending` while the processor has not answered: read the job again. A delivered job whose payment was refused is paid ' +
    'the same way, and completes when the money is taken. A new `payment_id` ends an attempt that is `action_required`.',
  params: jobParams,
  body: Type.Object({
    payment_id: Id('Made by the client, a new one for each attempt.'),
    source: Type.Enum(['card', 'wallet'], { type: 'string' }),
    payment_method_id: Type.Optional(Id('A saved card; needed with `card`.')),
    return_path: Type.Optional(
      Type.String({ pattern: '^/(app|draft)(/[A-Za-z0-9_\\-/]*)?$', maxLength: 200 }),
    ),
  }),
  answers: answers(theJob, {
    402: '`insufficient_funds`: the wallet holds too little.',
    404: '`not_found`.',
    409: '`wrong_state`, `payment_pending` (another attempt is being asked for) or `payment_method_missing`.',
    429: tooManyRefused,
  }),
} as const satisfies AppOperation

export const cancelMyJob = {
  operationId: 'cancelMyJob',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/cancel',
  access: 'account',
  summary: 'Cancel',
  description:
    'Says back the fee that was shown (`cancellation.fee_cents`), so that no customer pays a fee that was not shown.',
  params: jobParams,
  body: Type.Object({ fee_cents: Cents('As shown') }),
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`, or `cancellation_changed`: the fee is another by now; read the job again.',
  }),
} as const satisfies AppOperation

export const confirmDelivery = {
  operationId: 'confirmDelivery',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/confirm-delivery',
  access: 'account',
  summary: 'Say that it has arrived',
  description:
    'Of a delivery that came sooner than the trip can take (`confirm_by`, `payout_waits_until`): the payment goes on. Repeating it changes nothing.',
  params: jobParams,
  answers: answers(theJob, { 404: '`not_found`.', 409: '`wrong_state`: it is not delivered.' }),
} as const satisfies AppOperation

export const reportProblem = {
  operationId: 'reportProblem',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/problems',
  access: 'account',
  summary: 'Something is wrong',
  description:
    'From acceptance until two days after the delivery, at most three times per job and carrier. Until staff have decided, the total is ' +
    'not taken as long as its hold lasts, and a carrier who was not paid yet waits. The carrier learns that there is a ' +
    'report, and not what it says.',
  params: jobParams,
  body: ProblemInput,
  answers: answers(theJob, {
    404: '`not_found`.',
    409: '`wrong_state`: too early, too late, too many, or the `problem_id` was used for something else.',
  }),
} as const satisfies AppOperation

export const rateCarrier = {
  operationId: 'rateCarrier',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/rating',
  access: 'account',
  summary: 'Rate the carrier',
  description:
    'Once, after completion. The same rating again is answered as the first; another is `wrong_state`.',
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
  summary: 'What a job would cost',
  description: 'Before it is started in the app.',
  body: Type.Object(EstimateInput.properties),
  answers: answers(
    { 200: { description: 'The price.', body: AppEstimate } },
    { 422: '`geocoding_failed`, keyed `pickup.address` or `dropoff.address`.' },
  ),
} as const satisfies AppOperation

export const UploadedPhoto = Type.Object(
  { photo_id: Type.String({ description: 'To give with the job or the delivery.' }), ...AppPhoto.properties },
  { $id: 'UploadedPhoto', additionalProperties: false },
)

export const uploadPhoto = {
  operationId: 'uploadPhoto',
  method: 'POST',
  url: '/app/v1/photos',
  access: 'account',
  summary: 'Upload a photo',
  description:
    'JPEG, PNG, WebP, AVIF or GIF, up to 8 MB; stored small and without its metadata. Deleted after a day unless a job takes it.',
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
    'A draft of the own, without a partner; no partner key can read it (spec 2.1). The same `job_id` again answers the same job.',
  body: Type.Object({
    job_id: Id('Made by the client.'),
    title: AppLine(1, 200, 'What is to be moved.'),
    description: Type.Optional(AppLines(5_000, 'Details.')),
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
  summary: 'The same job once more',
  description: 'A new draft with the same trip, photos and price, after a cancellation.',
  params: jobParams,
  body: Type.Object({ job_id: Id('Of the new job; made by the client.') }),
  answers: answers(
    { 201: { description: 'The new draft.', body: CustomerJob } },
    { 404: '`not_found`.', 409: '`wrong_state`: only what was cancelled can be started again.' },
  ),
} as const satisfies AppOperation

export const customerOperations = [
  openDraft,
  listMyJobs,
  readMyJob,
  changeNotes,
  publishJob,
  cancelMyJob,
  confirmDelivery,
  reportProblem,
  rateCarrier,
  estimateMyJob,
  uploadPhoto,
  startMyJob,
  startAgain,
] as const
