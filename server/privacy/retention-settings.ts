import { type Static, Type } from 'typebox'

const days = (minimum: number, fallback: number) =>
  Type.Integer({ minimum, maximum: 3_650, default: fallback })

/**
 * Retention of personal data in days (docs/decisions/0021). At least 8 for jobs, because both sides see each other's
 * phone for 7 days after the end.
 */
export const retentionEnv = Type.Object({
  RETENTION_JOB_DAYS: days(8, 180),
  RETENTION_PHOTO_DAYS: days(8, 150),
  RETENTION_SMS_DAYS: days(2, 30),
  RETENTION_DOCUMENT_DAYS: days(1, 30),
  RETENTION_INVOICE_DAYS: days(1, 2_190),
})

export type Retention = Static<typeof retentionEnv>

/**
 * Days after its creation, in real time, after which a job of the sandbox is deleted whole. Its texts and photos go
 * with it, so the shortest of the spans counts.
 */
export const testJobDays = (retention: Retention): number =>
  Math.min(30, retention.RETENTION_JOB_DAYS, retention.RETENTION_PHOTO_DAYS, retention.RETENTION_SMS_DAYS)
