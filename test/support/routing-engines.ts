import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TObject } from 'typebox'
import { readEnv } from '../../server/lib/env.ts'
import { encodePolyline, type Position } from '../../server/routing/polyline.ts'
import { osrm } from '../../server/routing/providers/osrm.ts'
import { valhalla } from '../../server/routing/providers/valhalla.ts'
import type { End, Router } from '../../server/routing/router.ts'
import { serveLocally } from './local-server.ts'

export type RouterName = 'osrm' | 'valhalla'
export const routerNames: readonly RouterName[] = ['osrm', 'valhalla']

/** The settings of a Dray that measures distances with this engine. */
export const routerEnv = (name: RouterName, url: string): Record<string, string> => ({
  ROUTER: name,
  [`${name.toUpperCase()}_URL`]: url,
})

type Module = { env: TObject; connect: (settings: never) => Router }
const modules: Record<RouterName, Module> = { osrm, valhalla }

export function connectRouter(name: RouterName, url: string, env: Record<string, string> = {}): Router {
  const read = readEnv(modules[name].env, { ...routerEnv(name, url), ...env })
  if (!read.ok) throw new Error(read.faults.join())
  return modules[name].connect(read.value as never)
}

export const routeEnd = (lat: number, lon: number, more: Partial<End> = {}): End => ({
  lat,
  lon,
  uncertaintyKm: 0.05,
  precision: 'house',
  countryCode: 'ES',
  provinceCode: null,
  ...more,
})

export type RouteAnswer = (request: IncomingMessage, response: ServerResponse, body: string) => void

export const routeJson =
  (status: number, body: unknown): RouteAnswer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const waypoint = (distance: number) => ({ hint: 'x', name: '', location: [-3.7, 40.4], distance })

/** Decimals of the polylines of each engine. */
export const decimals: Record<RouterName, number> = { osrm: 5, valhalla: 6 }

type Drive = (km: number, seconds: number, road?: Position[]) => Record<string, unknown>

/**
 * A drive as each engine answers it: metres and seconds, or kilometres and seconds. Valhalla sends its line always,
 * OSRM if it was asked for.
 */
export const drive: Record<RouterName, Drive> = {
  osrm: (km, seconds, road) => ({
    code: 'Ok',
    routes: [
      {
        ...(road && { geometry: encodePolyline(road, decimals.osrm) }),
        ...{ distance: km * 1_000, duration: seconds, weight: seconds, weight_name: 'routability', legs: [] },
      },
    ],
    waypoints: [waypoint(4.2), waypoint(8.1)],
  }),
  valhalla: (km, seconds, road = []) => ({
    trip: {
      status: 0,
      status_message: 'Found route between points',
      units: 'kilometers',
      language: 'en-US',
      summary: { length: km, time: seconds, cost: seconds, has_ferry: false, has_toll: false },
      legs: [{ summary: { length: km, time: seconds }, shape: encodePolyline(road, decimals.valhalla) }],
      locations: [],
    },
  }),
}

const valhallaError = (code: number, error: string) =>
  routeJson(400, { error_code: code, error, status_code: 400, status: 'Bad Request' })

/** What the engine answers when there is no road between two ends, and when there is none near one of them. */
export const refusals: Record<RouterName, { noRoute: RouteAnswer[]; noRoadNear: RouteAnswer }> = {
  osrm: {
    noRoute: [routeJson(400, { code: 'NoRoute', message: 'Impossible route between points' })],
    noRoadNear: routeJson(400, { code: 'NoSegment', message: 'Could not find a matching segment' }),
  },
  valhalla: {
    noRoute: [
      valhallaError(442, 'No path could be found for input'),
      valhallaError(170, 'Locations are in unconnected regions. Go check/edit the map at osm.org'),
    ],
    noRoadNear: valhallaError(171, 'No suitable edges near location'),
  },
}

/** An engine that sends the given responses in order, repeats the last one, and records its requests. */
export async function startRouter(
  name: RouterName,
  answers: RouteAnswer[],
  env: Record<string, string> = {},
) {
  const bodies: string[] = []
  const server = await serveLocally((request, response, body) => {
    bodies.push(body)
    answers[Math.min(bodies.length, answers.length) - 1]?.(request, response, body)
  })
  return { ...server, bodies, router: connectRouter(name, server.url, env) }
}
