import { sharePosition } from '#contract/app/positions.ts'
import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { estimateArrivals } from '../../server/jobs/way/estimate-arrivals.ts'
import { embedded } from '../../server/routing/providers/embedded.ts'
import { positionBody } from '../../test/support/positions.ts'
import { drawMotorway, motorway } from '../../test/support/roads.ts'
import type { Town } from './town.ts'

const router = embedded.connect({
  ROUTE_DETOUR_BASE: 1.2,
  ROUTE_DETOUR_EXTRA: 0.2,
  ROUTE_DETOUR_SCALE_KM: 80,
})

/** The carrier has two thirds of the way behind it. @returns the page of the collected job. */
export async function onTheWay({ jobs, market, people }: Town): Promise<string> {
  const params = { job_id: jobs.collected }
  await people.carrier.ok(sharePosition, { params, body: positionBody(motorway[10]) })
  await drawMotorway(market.app)
  const { kysely } = market.app.db
  await estimateArrivals({ kysely, router }, new AbortController().signal, jobsInRealTime)
  return `/app/jobs/${jobs.collected}`
}
