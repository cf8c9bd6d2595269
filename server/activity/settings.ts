import { type Static, Type } from 'typebox'

export const activityEnv = Type.Object({
  REQUEST_LOG_DAYS: Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 7,
    description:
      'Days for which each call of a partner is kept: route, status and duration, without bodies. The counts for charts stay for 65 days',
  }),
})

export type ActivitySettings = Static<typeof activityEnv>
