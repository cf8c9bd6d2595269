import { type Static, Type } from 'typebox'
import { createdHeaders, errorAnswer, everywhere, retryAfter, withBody } from './answers.ts'
import {
  Door,
  DuplicateReferenceBody,
  ErrorBody,
  Euros,
  GivenReference,
  JobId,
  MayBeAbsent,
  Phone,
  PhotoUrl,
  ShownReference,
  Size,
  Status,
  Timestamp,
} from './common.ts'
import type { PartnerOperation } from './operation.ts'
import { estimateAnswer, estimateRequest, jobAnswer, jobRequest, refusals, statusAnswer } from './samples.ts'
import { worldHeaders } from './sandbox/header.ts'
import { sizesInWords } from './size-words.ts'
import { AddressText, Line, Lines } from './text.ts'

export const maxPhotos = 10

const address = () => AddressText('Full address text; located automatically.')

/** Spec 2.3. Create accepts it too, so its price equals the estimate. */
const Stop = Type.Object({ address: address(), ...Door.properties })

/** Spec 2.3. */
export const EstimateInput = Type.Object(
  {
    size: Size('`S` fits in a car, `M` needs a large trunk, `L` needs a small van, `XL` needs a large van.'),
    pickup: Stop,
    dropoff: Stop,
  },
  { $id: 'EstimateInput' },
)
export type EstimateInput = Static<typeof EstimateInput>

/** Spec 2.2. */
export const JobInput = Type.Object(
  {
    external_reference: MayBeAbsent(GivenReference),
    title: Line(1, 200, {
      trimmed: true,
      description: 'Descriptive title; the customer reads it in the SMS.',
    }),
    description: MayBeAbsent(Lines(5_000, 'Detailed description of the job or item.')),
    size: Size(sizesInWords('en')),
    pickup: Stop,
    dropoff: Stop,
    customer_phone: Phone(
      "The customer's mobile number in E.164 format, with country code: the sign-in code is sent to it by SMS, which a " +
        'landline does not receive. Premium-rate, shared-cost, toll-free, personal, pager and satellite numbers are ' +
        'refused, and so are those of countries that the operator does not text, and those with a digit that is dialled ' +
        'only inside the country, such as the 0 in +44 0.',
    ),
    photos: MayBeAbsent(
      Type.Array(PhotoUrl('Public image URL (JPEG, PNG, WebP, AVIF or GIF), at most 2 MB.'), {
        maxItems: maxPhotos,
        description: 'Downloaded, compressed and stored; all or none.',
      }),
    ),
  },
  { $id: 'JobInput' },
)
export type JobInput = Static<typeof JobInput>

const CalculationBreakdown = Type.Object({
  base_by_size: Euros('Price of the size'),
  distance_km: Type.Number({
    description:
      'Distance by road, rounded to 0.1 km; the charge is computed from it. 0 when both ends are one address.',
  }),
  distance_charge_eur: Euros('Charge for the distance'),
  stairs_charge_eur: Euros('Charge for floors without an elevator'),
  service_modifier: Type.Number({
    description: 'Surcharge fraction of the service; 0 for `mover_entregar`.',
  }),
  urgency_modifier: Type.Number({ description: 'Surcharge fraction of the urgency; 0 for `programado`.' }),
})

const pricing = {
  base_price_eur: Euros('Job base price before the platform fee'),
  platform_fee_eur: Euros('Platform commission'),
  total_customer_pays_eur: Euros('`base_price_eur` + `platform_fee_eur`'),
}

/** The price of spec 2.4, at the top level of the estimate. */
export const Estimate = Type.Object(
  {
    ...pricing,
    helper_receives_eur: Euros("The carrier's amount"),
    calculation_breakdown: CalculationBreakdown,
    estimated_duration_minutes: Type.Integer({ description: 'Driving, loading and stairs together.' }),
    disclaimer: Type.String({ description: 'Show this to your users: the price is approximate.' }),
  },
  { $id: 'Estimate', additionalProperties: false },
)
export type Estimate = Static<typeof Estimate>

/** Spec 4.2. */
export const JobCreated = Type.Object(
  {
    job_id: JobId,
    status: Type.Literal('draft'),
    external_reference: ShownReference,
    created_at: Timestamp('Creation time'),
    deep_link_url: Type.String({
      format: 'uri',
      description:
        'Opens the draft in the app, on a phone where the app is installed. For a browser, use the link in the header `Link`.',
    }),
    sms_sent: Type.Boolean({
      description:
        'True: the SMS was accepted for sending. False: the header `X-SMS-Status` says whether it is sent later or never.',
    }),
    pricing: Type.Object({
      ...pricing,
      helper_payout_eur: Euros("The carrier's amount"),
      calculation_breakdown: CalculationBreakdown,
    }),
    photos: Type.Array(Type.String({ format: 'uri' }), {
      description: 'URLs of the stored copies, one per supplied photo.',
    }),
    next_steps: Type.Object({
      action: Type.Literal('customer_must_complete_in_app'),
      message: Type.String({ description: 'What happens next, and what to do if the SMS was not sent.' }),
      expires_at: Timestamp('The draft is deleted at this time unless the customer finishes'),
    }),
  },
  { $id: 'JobCreated', additionalProperties: false },
)
export type JobCreated = Static<typeof JobCreated>

/** Spec 2.1 and 4.3. */
export const Job = Type.Object(
  {
    job_id: JobId,
    external_reference: ShownReference,
    status: Status,
    created_at: Timestamp('Creation time'),
    updated_at: Timestamp('Last update time'),
  },
  { $id: 'Job', additionalProperties: false },
)
export type Job = Static<typeof Job>

/** Spec 4.1. */
export const estimatePrice = {
  operationId: 'estimatePrice',
  tag: 'Prices',
  method: 'POST',
  url: '/v1/pricing/estimate',
  access: 'partner_key',
  summary: 'Estimate a price',
  description:
    'Returns an approximate price before a job is created. The same input on create gives the same price unless the ' +
    'tariff changed in between.',
  body: EstimateInput,
  example: estimateRequest,
  answers: {
    ...everywhere,
    ...withBody,
    200: { description: 'The estimate.', body: Estimate, examples: { estimate: estimateAnswer } },
    400: errorAnswer(
      '`validation_error`: `details` names every refused field at once; the response to a malformed request has no `details`.',
      {
        invalid: refusals.invalid,
        malformed: refusals.malformed,
      },
    ),
    422: errorAnswer('`geocoding_failed`: `details` names the address that could not be located.', {
      notLocated: refusals.notLocated,
    }),
  },
} as const satisfies PartnerOperation

/** Spec 4.2. */
export const createJob = {
  operationId: 'createJob',
  tag: 'Jobs',
  method: 'POST',
  url: '/v1/jobs',
  access: 'partner_key',
  summary: 'Create a draft job',
  description:
    'Locates both addresses, stores the photos, prices the job, writes the draft and texts the customer a link. It does ' +
    'not publish the job. If the request is refused, nothing is stored: no job, no SMS, no photo, and the reference stays free.',
  requestHeaders: {
    'Idempotency-Key': {
      description:
        'Optional, 1 to 255 visible ASCII characters. The same key with the same body replays the first 201 for 24 hours. ' +
        'White space and the order of fields do not matter.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    ...worldHeaders,
  },
  body: JobInput,
  example: jobRequest,
  answers: {
    ...everywhere,
    ...withBody,
    201: {
      description: 'The draft.',
      body: JobCreated,
      examples: { draft: jobAnswer },
      headers: createdHeaders,
    },
    400: {
      description:
        '`validation_error` with `details`, without them if the request is malformed; or, for a taken ' +
        '`external_reference`, a body with `detail` alone.',
      body: Type.Union([ErrorBody, DuplicateReferenceBody]),
      examples: { invalid: refusals.invalid, duplicate: refusals.duplicate, malformed: refusals.malformed },
      headers: {
        Location: {
          description:
            'Only if the `external_reference` is taken: the URL of the job that has it. Use it to recover from a lost 201.',
          schema: { type: 'string' },
        },
      },
    },
    409: errorAnswer(
      '`idempotency_key_in_progress`: the first call with this key has not finished.',
      { inProgress: refusals.inProgress },
      retryAfter,
    ),
    422: errorAnswer(
      '`geocoding_failed`: an address could not be located. `idempotency_key_reuse`: the key came with another body.',
      { notLocated: refusals.notLocated, keyReuse: refusals.keyReuse },
    ),
  },
} as const satisfies PartnerOperation

/** Spec 4.3. */
export const readJob = {
  operationId: 'readJob',
  tag: 'Jobs',
  method: 'GET',
  url: '/v1/jobs/:job_id',
  access: 'partner_key',
  summary: 'Read the status of a job',
  description:
    'Returns the current state of a job created with the calling key. Poll every 5 to 10 minutes at most; send ' +
    '`If-None-Match` to get 304 while nothing changed.',
  params: Type.Object({ job_id: JobId }),
  requestHeaders: {
    'If-None-Match': { description: 'The `ETag` of your last response.', schema: { type: 'string' } },
  },
  answers: {
    ...everywhere,
    200: {
      description: 'The job.',
      body: Job,
      examples: { job: statusAnswer },
      headers: {
        ETag: {
          description: 'Changes whenever the response changes.',
          schema: { type: 'string' },
          required: true,
        },
        'Cache-Control': { description: 'Always `private`.', schema: { type: 'string' }, required: true },
      },
    },
    304: {
      description: 'Nothing changed since the `ETag` you sent.',
      body: null,
      headers: {
        ETag: { description: 'The `ETag` that you sent.', schema: { type: 'string' }, required: true },
        'Cache-Control': { description: 'Always `private`.', schema: { type: 'string' }, required: true },
      },
    },
    403: errorAnswer(
      '`unauthorized`: the job was not created with this key, or the key is revoked, replaced, expired or inactive.',
      { notYours: refusals.notYours, revoked: refusals.revoked },
    ),
    404: errorAnswer('`not_found`: no such job; it was deleted, or the draft expired.', {
      noJob: refusals.noJob,
    }),
  },
} as const satisfies PartnerOperation

const listed = [estimatePrice, createJob, readJob] as const

/** Every operation of the partner API. */
export const partnerOperations: readonly PartnerOperation[] = listed

/** The type of each operation, with its literals. */
export type ListedPartnerOperation = (typeof listed)[number]
