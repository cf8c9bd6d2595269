import type { NoticeKind } from '#contract/vocabulary.ts'

/**
 * Notices about a person's money or time (DESIGN 6.11): sent by SMS to accounts without a push device. Other notices
 * are only shown in the app.
 */
export const textedNotices: readonly NoticeKind[] = [
  'job_accepted',
  'collection_due',
  'collection_overdue',
  'job_moved_away',
  'job_moved_to_you',
  'carrier_changed',
  'job_charged',
  'job_cancelled_by_customer',
  'job_cancelled_uncollected',
  'job_cancelled_by_carrier',
  'job_cancelled_by_staff',
  'job_cancelled_by_system',
  'hold_not_renewed',
  'payment_wanted',
  'address_wanted',
  'delivery_to_confirm',
  'problem_reported',
  'problem_resolved',
  'payment_refused',
  'job_refunded',
  'carrier_approved',
  'carrier_rejected',
  'carrier_suspended',
  'document_accepted',
  'document_refused',
  'document_expires',
]
