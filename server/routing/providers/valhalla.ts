import { type Static, Type } from 'typebox'
import { type EngineResponse, EngineTrouble } from '../../lib/engine-client.ts'
import { connectEngine, noRoadNear, shapeOf, unknownAnswer } from '../engine.ts'
import { type End, maxSnapKm, type RouterProvider } from '../router.ts'

const env = Type.Object({
  VALHALLA_URL: Type.String({ format: 'service-url' }),
  VALHALLA_COSTING: Type.Enum(['auto', 'truck'], { type: 'string', default: 'auto' }),
  VALHALLA_TIMEOUT_MS: Type.Integer({ default: 3_000, minimum: 50, maximum: 30_000 }),
})

/** Valhalla's route service (valhalla.github.io/valhalla/api/turn-by-turn/api-reference). */
export const valhalla: RouterProvider<typeof env> = {
  env,
  connect: ({
    VALHALLA_URL,
    VALHALLA_COSTING: costing,
    VALHALLA_TIMEOUT_MS: timeoutMs,
  }: Static<typeof env>) => {
    const request = (from: End, to: End) => ({
      url: `${VALHALLA_URL.replace(/\/+$/, '')}/route`,
      json: {
        locations: [location(from), location(to)],
        costing,
        // A ferry has a fare and a timetable, which are in no tariff (`islands.ts`).
        costing_options: { [costing]: { use_ferry: 0 } },
        units: 'kilometers',
        directions_type: 'none',
      },
    })
    // Each answer has the shape of its only leg.
    return connectEngine({ name: 'valhalla', timeoutMs, request, read, road: { request, lineOf } })
  },
}

const location = (end: End) => ({ lat: end.lat, lon: end.lon, search_cutoff: maxSnapKm(end) * 1_000 })

const isTrip = shapeOf(
  Type.Object({
    trip: Type.Object({
      status: Type.Literal(0),
      units: Type.Literal('kilometers'),
      summary: Type.Object({
        length: Type.Number({ minimum: 0 }),
        time: Type.Number({ minimum: 0 }),
        has_ferry: Type.Optional(Type.Boolean()),
      }),
    }),
  }),
)
const isError = shapeOf(Type.Object({ error_code: Type.Integer({ minimum: 100, maximum: 999 }) }))

/** Kilometres and seconds. */
function read(response: EngineResponse) {
  const { status, json } = response
  if (status === 200 && isTrip(json)) {
    const { length, time, has_ferry } = json.trip.summary
    return has_ferry === true ? 'not_drivable' : { distanceKm: length, driveMinutes: time / 60 }
  }
  if (status !== 400 || !isError(json)) throw unknownAnswer(response)
  if (noRoute.has(json.error_code)) return 'not_drivable'
  if (json.error_code === noEdges) throw noRoadNear()
  throw new EngineTrouble(`answered error ${json.error_code}`)
}

const isDrawn = shapeOf(
  Type.Object({
    trip: Type.Object({ legs: Type.Array(Type.Object({ shape: Type.String() }), { minItems: 1 }) }),
  }),
)

/** Valhalla's polylines have six decimals (valhalla.github.io/valhalla/decoding). */
function lineOf({ json }: EngineResponse) {
  const polyline = isDrawn(json) ? json.trip.legs[0]?.shape : undefined
  return polyline === undefined ? null : { polyline, decimals: 6 }
}

/** "Locations are in unconnected regions" and "No path could be found for input". */
const noRoute = new Set([170, 442])
/** "No suitable edges near location". */
const noEdges = 171
