import { type Static, Type } from 'typebox'

export const activityEnv = Type.Object({
  REQUEST_LOG_DAYS: Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 7,
  }),
})

export type ActivitySettings = Static<typeof activityEnv>
