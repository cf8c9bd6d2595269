/** The closed lists of the APIs: sizes, states and error codes (spec parts 2, 3 and 7), and the lists of the app. */

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

/** Error codes that only the sandbox has. */
export const sandboxErrorCodes = ['test_key_required', 'move_not_possible', 'world_busy'] as const
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number]

/** Outcome of a draft's SMS in the response of its create. `refused` and `unreachable` are final: no retry follows. */
export const smsStatuses = ['sent', 'retrying', 'refused', 'unreachable'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** Live keys text real people and move real money; test keys never do. */
export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

/** `replaced`: the key has no valid value and waits for a new one. */
export const keyStates = ['active', 'suspended', 'replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** How long the old value of a key may be valid beside a new one. */
export const keyOverlaps = ['0', '1h', '24h', '7d'] as const
export type KeyOverlap = (typeof keyOverlaps)[number]

/** Limit of concurrently valid values of a key (DESIGN 3, Keys). */
export const maxWorkingValues = 3

/** The stages of a partner's job, in this order. */
export const funnelStages = [
  'created',
  'sms_accepted',
  'link_opened',
  'signed_in',
  'payment_started',
  'published',
  'accepted',
  'completed',
] as const
export type FunnelStage = (typeof funnelStages)[number]

export { type Language, languages, type PersonLanguage, personLanguages } from './languages.ts'

/** Error codes of the app API: the codes of the partner API, and the app's own. */
export const appErrorCodes = [
  ...errorCodes,
  'signed_out',
  'account_suspended',
  'terms_not_accepted',
  'not_a_carrier',
  'carrier_not_approved',
  'profile_incomplete',
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
  'arrived_late',
] as const
export type AppErrorCode = (typeof appErrorCodes)[number]

/** `pending` waits for the operator's approval; `suspended`: by staff, or by the third strike in 30 days. */
export const carrierStatuses = ['pending', 'approved', 'rejected', 'suspended'] as const
export type CarrierStatus = (typeof carrierStatuses)[number]

/** Who cancelled a job: spec part 3 names customer and carrier; `staff` and `system` were added where it is silent. */
export const cancelledBy = ['customer', 'carrier', 'staff', 'system'] as const
export type CancelledBy = (typeof cancelledBy)[number]

/** Why the customer of an accepted job cancels without a fee and the carrier gets a strike (decision 49). */
export const carrierFaults = ['overdue', 'reported'] as const
export type CarrierFault = (typeof carrierFaults)[number]

/** Why cancelling is free now. */
export const freeReasons = ['not_accepted', 'just_accepted', 'carrier_unavailable', ...carrierFaults] as const
export type FreeReason = (typeof freeReasons)[number]

/** Documents that a carrier can upload, one of each kind. */
export const documentKinds = ['licence', 'insurance', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/**
 * `waiting`: not decided yet; `expired`: accepted, but its last day has passed; `replaced`: by a later one of its kind.
 */
export const documentStates = ['waiting', 'accepted', 'refused', 'expired', 'replaced'] as const
export type DocumentState = (typeof documentStates)[number]

/** State of a job's payment, as the app shows it. `released` only once the processor has confirmed the release. */
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

/** Why a payment was refused, reduced to the reasons that a customer can act on. */
export const paymentRefusals = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'not_confirmed',
  'other',
] as const
export type PaymentRefusal = (typeof paymentRefusals)[number]

/** Reasons why an account cannot be deleted yet. */
export const erasureBlockers = [
  'open_jobs',
  'deliveries',
  'problems',
  'payments',
  'wallet',
  'earnings',
] as const
export type ErasureBlocker = (typeof erasureBlockers)[number]

/** Kinds of push notices (spec part 3; DESIGN 3, Life). Their texts are in server/texts/en/notices.ts. */
export const noticeKinds = [
  'job_posted',
  'job_accepted',
  'job_collected',
  'carrier_arriving',
  'collection_due',
  'collection_overdue',
  'time_proposed',
  'time_agreed',
  'time_moved',
  'time_in_a_day',
  'time_in_an_hour',
  'message_received',
  'messages_unread',
  'staff_answered',
  'job_moved_away',
  'job_moved_to_you',
  'carrier_changed',
  'job_completed',
  'job_charged',
  'job_cancelled_by_customer',
  'job_cancelled_uncollected',
  'job_cancelled_by_carrier',
  'job_offered_again',
  'job_cancelled_by_staff',
  'job_cancelled_by_system',
  'hold_not_renewed',
  'payment_wanted',
  'address_wanted',
  'delivery_to_confirm',
  'problem_reported',
  'problem_resolved',
  'trip_reported',
  'trip_answered',
  'trip_ended',
  'payment_refused',
  'job_refunded',
  'cost_shared',
  'tip_received',
  'job_nearby',
  'carrier_approved',
  'carrier_rejected',
  'carrier_suspended',
  'document_accepted',
  'document_refused',
  'photo_removed',
  'document_expires',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Parts of a day that a customer can wish for the collection (decision 69). */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof partsOfDay)[number]

/** How the app shows a distance: `exact` as "12.4 km", `approximate` as "about 12 km". */
export const distanceAccuracies = ['exact', 'approximate'] as const
export type DistanceAccuracy = (typeof distanceAccuracies)[number]

/** Between which points a distance was measured; the less precise end decides. */
export const distanceBases = ['same_address', 'addresses', 'postcodes', 'town_centres'] as const
export type DistanceBasis = (typeof distanceBases)[number]

/** Roles of the operator's staff, each with the rights of those before it. */
export const staffRoles = ['viewer', 'staff', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Roles of the people of a partner, each with the rights of those before it. */
export const partnerRoles = ['viewer', 'developer', 'admin'] as const
export type PartnerRole = (typeof partnerRoles)[number]

export type MemberRole = StaffRole | PartnerRole

/** Error codes of the operator's panel and of the partner's own pages. */
export const adminErrorCodes = [
  'validation_error',
  'unauthorized',
  'signed_out',
  'member_suspended',
  'partner_suspended',
  'role_too_low',
  'step_up_required',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'wrong_state',
  'payment_pending',
  'last_owner',
  'last_admin',
  'last_way_in',
  'login_name_taken',
  'invitation_ended',
  'challenge_ended',
  'sign_in_refused',
  'proof_refused',
  'passkey_refused',
  'code_wrong',
  'code_expired',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const
export type AdminErrorCode = (typeof adminErrorCodes)[number]

/** Kinds of actors in the audit log: a command, a member of staff, a member of a partner, or the service itself. */
export const actorTypes = ['cli', 'staff', 'partner', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

/** Kinds of entries of *Today*, the operator's queue. */
export const todayKinds = [
  'tasks_stopped',
  'hold_ends',
  'job_hidden',
  'collection_overdue',
  'capture_stuck',
  'refund_stuck',
  'payout_stuck',
  'job_owed',
  'sms_failed',
  'draft_expires',
  'address_coarse',
  'carrier_waiting',
  'problem_open',
  'trip_contested',
  'message_waiting',
  'delivery_doubted',
  'dispute_open',
  'ledger_unbalanced',
  'ledger_unchecked',
  'reconciliation_differs',
  'reconciliation_failed',
  'closing_differs',
  'partner_near_limit',
  'partner_errors',
  'provider_failing',
  'document_waiting',
  'document_expires',
  'sign_in_refused',
  'pushes_refused',
] as const
export type TodayKind = (typeof todayKinds)[number]

/** How a member of staff is told of red entries of *Today* (decision 77). */
export const alertChannels = ['mail', 'push'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** Kinds of providers: outside services, and what replaces them on this machine. */
export const providerKinds = ['geocoder', 'router', 'sms', 'payments', 'photos', 'push', 'mail'] as const
export type ProviderKind = (typeof providerKinds)[number]
