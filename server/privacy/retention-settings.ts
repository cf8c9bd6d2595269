import { type Static, Type } from 'typebox'

const days = (minimum: number, fallback: number) =>
  Type.Integer({ minimum, maximum: 3_650, default: fallback })

/**
 * How long personal data is kept (docs/decisions/0021). Both sides of a job see each other's phone for 7 days after its
 * end, so its data stays at least 8.
 */
export const retentionEnv = Type.Object({
  RETENTION_JOB_DAYS: days(8, 180),
  RETENTION_PHOTO_DAYS: days(8, 150),
  RETENTION_SMS_DAYS: days(2, 30),
})

export type Retention = Static<typeof retentionEnv>
