/** The closed lists of what customers and carriers report about a job. */

/** What a customer can report as a problem of a job. */
export const problemKinds = [
  'not_collected',
  'not_delivered',
  'damaged',
  'missing',
  'carrier_behaviour',
  'other',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** All kinds of a problem: `late_step` comes from the carrier, by a step that arrived after its end (decision 87). */
export const reportedKinds = [...problemKinds, 'late_step'] as const

/**
 * What staff decided on a problem. `upheld`: the customer is right; `dismissed`: the payment of the job continues.
 * `agreed`: of `not_collected`, customer and carrier have agreed on a time since.
 */
export const problemStatuses = ['open', 'upheld', 'dismissed', 'agreed'] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** What a carrier can report instead of collecting (decision 66). For all but `breakdown` the customer is asked. */
export const tripReportKinds = ['customer_absent', 'not_as_described', 'wrong_address', 'breakdown'] as const
export type TripReportKind = (typeof tripReportKinds)[number]

/**
 * `open`: the customer is asked; `answered`: the customer disagrees, and staff decide; `upheld`: the carrier is right;
 * `withdrawn`: the job went on, or ended in another way; `lapsed`: staff did not decide in time.
 */
export const tripReportStatuses = ['open', 'answered', 'upheld', 'dismissed', 'withdrawn', 'lapsed'] as const
export type TripReportStatus = (typeof tripReportStatuses)[number]
