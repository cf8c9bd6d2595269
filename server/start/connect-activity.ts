import { type Activity, createActivity } from '../activity/activity.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

export const connectActivity = (
  { pool }: Pick<Database, 'pool'>,
  { providerCalls, activityDropped }: Metrics,
): Activity =>
  createActivity({
    pool,
    providerCalls,
    onDropped: (what, many) => activityDropped.labels(what).inc(many),
  })
