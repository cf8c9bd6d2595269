import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { drawRoads } from '../../server/jobs/way/draw-roads.ts'
import { encodePolyline, type Position } from '../../server/routing/polyline.ts'
import type { Router } from '../../server/routing/router.ts'
import type { TestDray } from './dray.ts'
import { drive, routeJson, startRouter } from './routing-engines.ts'

/** Where the A-2 leads from Madrid to Zaragoza: a bend to the north, which no straight line has. */
export const motorway: Position[] = [
  [40.4168, -3.7038],
  [40.4517, -3.6081],
  [40.4819, -3.3636],
  [40.6325, -3.1602],
  [40.7868, -2.9231],
  [40.9301, -2.7413],
  [41.0669, -2.6417],
  [41.1717, -2.4339],
  [41.2107, -2.2861],
  [41.2876, -2.0422],
  [41.3231, -1.9411],
  [41.3535, -1.6432],
  [41.4719, -1.4527],
  [41.5217, -1.2964],
  [41.6015, -1.1021],
  [41.6488, -0.8891],
].map(([lat = 0, lon = 0]) => ({ lat, lon }))

export const motorwayLine = encodePolyline(motorway)

/** A real router over an engine that answers with the motorway, and what it was asked. */
export const startMotorway = () => startRouter('osrm', [routeJson(200, drive.osrm(318, 11_400, motorway))])

/** Draws the roads that are due, as the background task does. */
export const drawAll = ({ db }: TestDray, router: Pick<Router, 'road'>): Promise<void> =>
  drawRoads({ kysely: db.kysely, router }, new AbortController().signal, jobsInRealTime)

/** Draws the motorway for each collected job that waits for its road. */
export async function drawMotorway(app: TestDray): Promise<void> {
  await using engine = await startMotorway()
  await drawAll(app, engine.router)
}
