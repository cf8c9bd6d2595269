/** The closed lists of the wire: every code, state and size a partner can meet (spec parts 2, 3 and 7). */

export const jobSizes = ['S', 'M', 'L', 'XL'] as const
export type JobSize = (typeof jobSizes)[number]

/** Spec part 3. An expired draft is deleted, so "expired" is not a state. */
export const jobStatuses = ['draft', 'posted', 'accepted', 'completed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Spec part 7, plus the codes decided where the spec is silent. */
export const errorCodes = [
  'validation_error',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'idempotency_key_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'geocoding_failed',
  'idempotency_key_reuse',
  'rate_limit_exceeded',
  'request_timeout',
  'internal_error',
  'service_unavailable',
] as const

/** Live keys text real people and move real money; test keys never do. */
export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Everything the app API can refuse with: what the partner API has, and what only happens in an app. */
export const appErrorCodes = [
  ...errorCodes,
  'signed_out',
  'account_suspended',
  'not_a_carrier',
  'carrier_not_approved',
  'code_wrong',
  'code_expired',
  'already_taken',
  'wrong_state',
  'payment_method_missing',
  'payment_refused',
  'payment_pending',
  'insufficient_funds',
  'cancellation_changed',
  'too_early',
] as const
export type AppErrorCode = (typeof appErrorCodes)[number]

/** `pending` waits for the operator; `suspended` was approved once. */
export const carrierStatuses = ['pending', 'approved', 'rejected', 'suspended'] as const
export type CarrierStatus = (typeof carrierStatuses)[number]

/** What a job is cancelled by (spec part 3; staff and the clock where the spec is silent). */
export const cancelledBy = ['customer', 'carrier', 'staff', 'system'] as const
export type CancelledBy = (typeof cancelledBy)[number]

/** Where the money of a job stands, as people are told. `released` only once the processor has confirmed the release. */
export const paymentStates = [
  'none',
  'pending',
  'action_required',
  'held',
  'capturing',
  'captured',
  'releasing',
  'released',
  'refused',
  'refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Why a payment was refused, in the few words a customer can act on. */
export const paymentRefusals = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'not_confirmed',
  'other',
] as const
export type PaymentRefusal = (typeof paymentRefusals)[number]

/** What a customer can report as wrong with a job, and what staff decided. */
export const problemKinds = [
  'not_collected',
  'not_delivered',
  'damaged',
  'missing',
  'carrier_behaviour',
  'other',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** `upheld`: the customer is right; `dismissed`: the money of the job goes on. */
export const problemStatuses = ['open', 'upheld', 'dismissed'] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** What has to end before an account can be deleted. */
export const erasureBlockers = [
  'open_jobs',
  'deliveries',
  'problems',
  'payments',
  'wallet',
  'earnings',
] as const
export type ErasureBlocker = (typeof erasureBlockers)[number]

/** What people are told by push (spec part 3; DESIGN 3, Life). Texts are in server/push/messages.ts. */
export const noticeKinds = [
  'job_posted',
  'job_accepted',
  'job_collected',
  'job_completed',
  'job_cancelled_by_customer',
  'job_cancelled_by_carrier',
  'job_cancelled_by_staff',
  'job_cancelled_by_system',
  'hold_not_renewed',
  'delivery_to_confirm',
  'problem_reported',
  'problem_resolved',
  'payment_refused',
  'job_refunded',
  'job_nearby',
  'carrier_approved',
  'carrier_rejected',
  'carrier_suspended',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How a distance may be stated: `12.4 km`, or "about 12 km". */
export const distanceAccuracies = ['exact', 'approximate'] as const
export type DistanceAccuracy = (typeof distanceAccuracies)[number]

/** Between which points a distance was measured; the coarser end decides. */
export const distanceBases = ['same_address', 'addresses', 'postcodes', 'town_centres'] as const
export type DistanceBasis = (typeof distanceBases)[number]
