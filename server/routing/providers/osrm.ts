import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import { createHttpClient, type HttpClient } from '../../lib/http-client.ts'
import { lazy } from '../../lib/lazy.ts'
import { askedSeconds, createRetryPause } from '../../lib/retry-pause.ts'
import { driveMinutesFor } from '../drive-time.ts'
import { type End, type Routed, type RouterProvider, roundKm, shortestKm } from '../router.ts'

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
  connect({ OSRM_URL, OSRM_PROFILE, OSRM_TIMEOUT_MS: timeoutMs }) {
    const base = `${OSRM_URL.replace(/\/+$/, '')}/route/v1/${OSRM_PROFILE}`
    const request = createHttpClient({ connect: { timeout: timeoutMs }, maxResponseSize: maxAnswerBytes })
    const rest = createRetryPause()
    return {
      name: 'osrm',
      async route(from, to, signal) {
        const secondsLeft = rest.secondsLeft()
        if (secondsLeft !== null) return resting('asked not to be called yet', secondsLeft)
        const url = `${base}/${position(from)};${position(to)}?overview=false&alternatives=false&steps=false`
        const answer = await ask({ request, timeoutMs }, url, signal)
        if ('json' in answer) return verdict(answer.json, from, to)
        const { failure, restSeconds } = answer
        if (restSeconds === null) return unavailable(failure)
        rest.begin(restSeconds)
        return resting(failure, restSeconds)
      },
    }
  },
}

const maxAnswerBytes = 1_000_000

/** Longitude first. Fixed decimals, because a number close to 0 would otherwise be written as 1e-7. */
const position = ({ lat, lon }: End): string => `${lon.toFixed(6)},${lat.toFixed(6)}`

/** `restSeconds`: the `Retry-After` of the engine. `again`: a retry may help. */
type Answer = { json: unknown } | { failure: string; again: boolean; restSeconds: number | null }
type Needs = { request: HttpClient; timeoutMs: number }

async function ask(needs: Needs, url: string, signal?: AbortSignal): Promise<Answer> {
  const first = await askOnce(needs, url, signal)
  return 'failure' in first && first.again ? askOnce(needs, url, signal) : first
}

async function askOnce({ request, timeoutMs }: Needs, url: string, signal?: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const { statusCode, headers, body } = await request(url, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    // OSRM reports a request error as a 400 with a code.
    if (statusCode === 200 || statusCode === 400) return { json: await body.json() }
    await body.dump()
    const restSeconds = askedSeconds(statusCode, headers['retry-after'])
    const again = statusCode >= 500 && restSeconds === null
    return { failure: `answered HTTP ${statusCode}`, again, restSeconds }
  } catch (error) {
    return { failure: nameOf(error), again: !isBadAnswer(error), restSeconds: null }
  }
}

/**
 * A retry would not help: the engine sent a response that is not JSON or is too large. (An aborted caller gets no retry
 * either: its signal stops the second attempt before it starts.)
 */
const isBadAnswer = (error: unknown): boolean =>
  error instanceof SyntaxError || nameOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

/** Only the name: an error message may contain the response, and the response the position. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const metres = Type.Number({ minimum: 0 })
const Ok = Type.Object({
  code: Type.Literal('Ok'),
  routes: Type.Array(Type.Object({ distance: metres, duration: Type.Number({ minimum: 0 }) }), {
    minItems: 1,
  }),
  waypoints: Type.Tuple([Type.Object({ distance: metres }), Type.Object({ distance: metres })]),
})
// 1e999 is valid JSON but infinite; `strictNumbers` refuses it.
const checkOk = lazy(() =>
  new Ajv({ strict: false, strictNumbers: true, meta: false, validateSchema: false }).compile<
    Static<typeof Ok>
  >(Ok),
)

function verdict(json: unknown, from: End, to: End): Routed {
  const isOk = checkOk()
  if (!isOk(json)) return refusal(json)
  const [pickup, dropoff] = json.waypoints
  if (isFarOff(pickup, from) || isFarOff(dropoff, to)) return unavailable('knows no road near one end')
  const route = json.routes[0]
  if (!route) return unavailable('answered no route')
  const minKm = shortestKm(from, to)
  const isShort = route.distance / 1_000 < minKm
  const distanceKm = roundKm(Math.max(route.distance / 1_000, minKm))
  const drivenMinutes = Math.ceil(route.duration / 60)
  const driveMinutes = isShort ? Math.max(drivenMinutes, driveMinutesFor(distanceKm)) : drivenMinutes
  return { outcome: 'routed', distanceKm, driveMinutes, source: 'osrm', approximate: isShort }
}

function refusal(json: unknown): Routed {
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : null
  if (code === 'NoRoute') return { outcome: 'not_drivable' }
  const isKnown = typeof code === 'string' && code !== 'Ok' && /^\w{1,40}$/.test(code)
  return unavailable(isKnown ? `answered ${code}` : 'answered in an unknown shape')
}

/**
 * OSRM moves an end to the nearest road, however far: with a map of Spain only, Paris would be moved to the Pyrenees
 * and the trip would be far too short. Such a response counts as unavailable, and the next engine is the fallback.
 */
const isFarOff = (snapped: { distance: number }, end: End): boolean =>
  snapped.distance / 1_000 > Math.max(1, end.uncertaintyKm)

const unavailable = (reason: string): Routed => ({ outcome: 'unavailable', reason })

const resting = (reason: string, retryAfterSeconds: number): Routed => ({
  outcome: 'unavailable',
  reason,
  retryAfterSeconds,
})
