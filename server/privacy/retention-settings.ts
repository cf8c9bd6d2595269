import { type Static, Type } from 'typebox'

const days = (minimum: number, fallback: number, description: string) =>
  Type.Integer({ minimum, maximum: 3_650, default: fallback, description })

/**
 * Retention of personal data in days (docs/decisions/0021). At least 8 for jobs, because both sides see each other's
 * phone for 7 days after the end.
 */
export const retentionEnv = Type.Object({
  RETENTION_JOB_DAYS: days(
    8,
    180,
    'Days after which the personal data of an ended job is removed; see [Personal data](#personal-data)',
  ),
  RETENTION_PHOTO_DAYS: days(8, 150, 'The same, for its photos'),
  RETENTION_SMS_DAYS: days(2, 30, 'The same, for texts'),
  RETENTION_DOCUMENT_DAYS: days(
    1,
    30,
    'Days after which the picture of a document of a carrier is deleted, once the document is refused, replaced or expired',
  ),
})

export type Retention = Static<typeof retentionEnv>
