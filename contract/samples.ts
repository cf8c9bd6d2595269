/**
 * The sample requests of the OpenAPI document, the reference and the guide, each with the response of an installation
 * with default settings. `test/spec/samples.test.ts` compares them with a running server.
 */

const trip = {
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
}

const jobId = '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'

const sums = { base_price_eur: 250.66, platform_fee_eur: 37.6, total_customer_pays_eur: 288.26 }

const calculation_breakdown = {
  base_by_size: 25,
  distance_km: 331.2,
  distance_charge_eur: 217.66,
  stairs_charge_eur: 8,
  service_modifier: 0,
  urgency_modifier: 0,
}

export const estimateRequest = trip

export const estimateAnswer = {
  ...sums,
  helper_receives_eur: 250.66,
  calculation_breakdown,
  estimated_duration_minutes: 285,
  disclaimer:
    'This price is approximate, as the distance is measured between town centres and not from door to door; the final price may vary.',
}

export const jobRequest = {
  external_reference: 'order-1001',
  title: 'Three-seat sofa',
  ...trip,
  customer_phone: '+447700900000',
}

export const jobAnswer = {
  job_id: jobId,
  status: 'draft',
  external_reference: 'order-1001',
  created_at: '2026-03-02T09:30:00.000Z',
  deep_link_url: 'dray://draft/7Kq2mVx9Tb4LdR?phone=%2B447700900000',
  sms_sent: true,
  pricing: { ...sums, helper_payout_eur: 250.66, calculation_breakdown },
  photos: [],
  next_steps: {
    action: 'customer_must_complete_in_app',
    message: 'The customer has to review, pay and publish the job in the app before it expires.',
    expires_at: '2026-03-04T09:30:00.000Z',
  },
}

export const statusAnswer = {
  job_id: jobId,
  external_reference: 'order-1001',
  status: 'posted',
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T10:12:41.000Z',
}

/** The stored copies of two photos, as the response of a create call lists them. */
export const photosAnswer = {
  photos: [
    'https://dray.example/photos/mZAmhMg2UXnj0Wrx8T54G1Tp7hY.jpg',
    'https://dray.example/photos/vL636qj9Wf185Zp0KEuOgYXrw4P.jpg',
  ],
}

/** Error bodies that the guide shows and the OpenAPI document does not. */
export const guideRefusals = {
  photoRefused: {
    error: 'validation_error',
    message: 'Some photos cannot be used; see `details`.',
    details: {
      'photos[1]': 'could not be downloaded: its URL must be public and answer with the image itself',
    },
  },
  methodNotAllowed: { error: 'method_not_allowed', message: 'This path only answers POST.' },
}

/** Error bodies, exactly as the server sends them. */
export const refusals = {
  malformed: { error: 'validation_error', message: 'The request is malformed.' },
  invalid: {
    error: 'validation_error',
    message: 'Some fields are not valid; see `details`.',
    details: { size: 'must be one of S, M, L, XL', 'pickup.address': 'is required' },
  },
  duplicate: { detail: 'A job with this external_reference already exists.' },
  unauthorized: {
    error: 'unauthorized',
    message: 'The API key in the header X-API-Key is not valid: copy all of it, and send it once.',
  },
  revoked: { error: 'unauthorized', message: 'This API key is revoked.' },
  notYours: { error: 'unauthorized', message: 'This job was not created with this API key.' },
  noJob: {
    error: 'not_found',
    message: 'There is no such job; it may have been deleted, or the draft has expired.',
  },
  timeout: { error: 'request_timeout', message: 'The request did not arrive in time.' },
  inProgress: {
    error: 'idempotency_key_in_progress',
    message: 'The first call with this Idempotency-Key has not finished. Try again in a moment.',
  },
  tooLarge: { error: 'payload_too_large', message: 'The body is larger than 64 KiB.' },
  mediaType: {
    error: 'unsupported_media_type',
    message: 'Send the body as `Content-Type: application/json` in UTF-8, not compressed.',
  },
  notLocated: {
    error: 'geocoding_failed',
    message: 'We could not locate one or both of the addresses.',
    details: {
      'pickup.address':
        'We do not know “Xyzzyville”. Write the town in full, with its postcode and the country if it is abroad, or name the nearest larger town.',
    },
  },
  keyReuse: {
    error: 'idempotency_key_reuse',
    message: 'This Idempotency-Key was used with another body. Use a new key for a new job.',
  },
  tooMany: {
    error: 'rate_limit_exceeded',
    message: 'Too many requests. Try again in 12 seconds.',
    retry_after_seconds: 12,
    detail: 'Too many requests. Try again in 12 seconds.',
    retry_after: 12,
  },
  headersTooLarge: { error: 'validation_error', message: 'The request headers are too large.' },
  internal: {
    error: 'internal_error',
    message: 'Something went wrong on our side. It is safe to try again.',
  },
  unavailable: {
    error: 'service_unavailable',
    message: 'The service cannot do this right now. Please try again shortly.',
  },
}
