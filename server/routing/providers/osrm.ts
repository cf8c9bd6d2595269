import { type Static, Type } from 'typebox'
import { type EngineResponse, EngineTrouble } from '../../lib/engine-client.ts'
import { connectEngine, noRoadNear, shapeOf, unknownAnswer } from '../engine.ts'
import { type End, maxSnapKm, type RouterProvider } from '../router.ts'

const env = Type.Object({
  OSRM_URL: Type.String({
    format: 'service-url',
  }),
  OSRM_PROFILE: Type.String({
    default: 'driving',
    pattern: '^[A-Za-z0-9_-]+$',
  }),
  OSRM_TIMEOUT_MS: Type.Integer({
    default: 3_000,
    minimum: 50,
    maximum: 30_000,
  }),
})

/** OSRM's route service, version 1 (project-osrm.org/docs/v5.24.0/api). */
export const osrm: RouterProvider<typeof env> = {
  env,
  connect: ({ OSRM_URL, OSRM_PROFILE, OSRM_TIMEOUT_MS: timeoutMs }: Static<typeof env>) => {
    const base = `${OSRM_URL.replace(/\/+$/, '')}/route/v1/${OSRM_PROFILE}`
    const request = (overview: string) => (from: End, to: End) => ({
      url: `${base}/${position(from)};${position(to)}?overview=${overview}&alternatives=false&steps=false`,
    })
    return connectEngine({
      name: 'osrm',
      timeoutMs,
      request: request('false'),
      read,
      road: { request: request('simplified&geometries=polyline'), lineOf },
    })
  },
}

/** Longitude first. Fixed decimals, because a number close to 0 would otherwise be written as 1e-7. */
const position = ({ lat, lon }: End): string => `${lon.toFixed(6)},${lat.toFixed(6)}`

const metres = Type.Number({ minimum: 0 })
const isOk = shapeOf(
  Type.Object({
    code: Type.Literal('Ok'),
    routes: Type.Array(Type.Object({ distance: metres, duration: Type.Number({ minimum: 0 }) }), {
      minItems: 1,
    }),
    waypoints: Type.Tuple([Type.Object({ distance: metres }), Type.Object({ distance: metres })]),
  }),
)

function read(response: EngineResponse, from: End, to: End) {
  const { status, json } = response
  if (status !== 200 || !isOk(json)) return refusal(response)
  const [pickup, dropoff] = json.waypoints
  if (pickup.distance / 1_000 > maxSnapKm(from) || dropoff.distance / 1_000 > maxSnapKm(to))
    throw noRoadNear()
  const [route] = json.routes
  if (!route) throw unknownAnswer(response)
  return { distanceKm: route.distance / 1_000, driveMinutes: route.duration / 60 }
}

const isDrawn = shapeOf(
  Type.Object({ routes: Type.Array(Type.Object({ geometry: Type.String() }), { minItems: 1 }) }),
)

function lineOf({ json }: EngineResponse) {
  const polyline = isDrawn(json) ? json.routes[0]?.geometry : undefined
  return polyline === undefined ? null : { polyline, decimals: 5 }
}

/** OSRM reports an error of the request as a 400 with a code. */
function refusal(response: EngineResponse): 'not_drivable' {
  const { status, json } = response
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : null
  if (status === 400 && code === 'NoRoute') return 'not_drivable'
  if (status === 400 && code === 'NoSegment') throw noRoadNear()
  const isKnown = status === 400 && typeof code === 'string' && code !== 'Ok' && /^\w{1,40}$/.test(code)
  throw isKnown ? new EngineTrouble(`answered ${code}`) : unknownAnswer(response)
}
