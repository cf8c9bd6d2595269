import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import {
  createEngineClient,
  type EngineRequest,
  type EngineResponse,
  EngineTrouble,
} from '../lib/engine-client.ts'
import { lazy } from '../lib/lazy.ts'
import { driveMinutesFor } from './drive-time.ts'
import { type EnginesLine, roadLine } from './road-line.ts'
import {
  type Drawn,
  type End,
  type Routed,
  type Router,
  roundKm,
  shortestKm,
  type Unavailable,
} from './router.ts'

type Drive = { distanceKm: number; driveMinutes: number }

type Options = {
  name: string
  /** Timeout of each of the two tries, in milliseconds. */
  timeoutMs: number
  request: (from: End, to: End) => EngineRequest
  /**
   * The drive between the ends, not rounded.
   *
   * @throws EngineTrouble when the engine cannot answer, or answers in another shape.
   */
  read: (response: EngineResponse, from: End, to: End) => Drive | 'not_drivable'
  /** How the engine is asked for the road too, if it can draw it; `read` has accepted the response before. */
  road?: {
    request: (from: End, to: End) => EngineRequest
    /** @returns null for another shape. */
    lineOf: (response: EngineResponse) => EnginesLine | null
  }
}

/** A router over HTTP: timeout, one retry, a pause after `Retry-After`, and the minimum distance of two rough ends. */
export function connectEngine({ name, timeoutMs, request, read, road }: Options): Router {
  const client = createEngineClient({ tryMs: timeoutMs })
  return {
    name,
    route: (from, to, signal) =>
      unlessInTrouble<Routed>(async () => {
        const drive = read(await client(request(from, to), signal), from, to)
        return drive === 'not_drivable'
          ? { outcome: 'not_drivable' }
          : routed(name, drive, shortestKm(from, to))
      }),
    ...(road && {
      road: (from, to, signal) =>
        unlessInTrouble<Drawn>(async () => {
          const response = await client(road.request(from, to), signal)
          if (read(response, from, to) === 'not_drivable') return { outcome: 'not_drivable' }
          const theirs = road.lineOf(response)
          const line = theirs && roadLine(theirs, from, to)
          if (line === null) throw unknownAnswer(response)
          return { outcome: 'drawn', line }
        }),
    }),
  }
}

async function unlessInTrouble<T>(ask: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof EngineTrouble)) throw error
    const { message: reason, retryAfterSeconds } = error
    return { outcome: 'unavailable', reason, ...(retryAfterSeconds !== null && { retryAfterSeconds }) }
  }
}

function routed(source: string, drive: Drive, minKm: number): Routed {
  const isShort = drive.distanceKm < minKm
  const distanceKm = roundKm(Math.max(drive.distanceKm, minKm))
  const drivenMinutes = Math.ceil(drive.driveMinutes)
  const driveMinutes = isShort ? Math.max(drivenMinutes, driveMinutesFor(distanceKm)) : drivenMinutes
  return { outcome: 'routed', distanceKm, driveMinutes, source, approximate: isShort }
}

/** Compiles a check at its first call. 1e999 is valid JSON but infinite; `strictNumbers` refuses it. */
export function shapeOf<T extends TSchema>(schema: T): (json: unknown) => json is Static<T> {
  const check = lazy(() =>
    new Ajv({ strict: false, strictNumbers: true, meta: false, validateSchema: false }).compile<Static<T>>(
      schema,
    ),
  )
  return (json): json is Static<T> => check()(json)
}

/** The answer of an engine whose code is not known, or is a text that may quote a position. */
export const unknownAnswer = ({ status }: EngineResponse): EngineTrouble =>
  new EngineTrouble(status === 200 || status === 400 ? 'answered in an unknown shape' : `HTTP ${status}`)

export const noRoadNear = (): EngineTrouble =>
  new EngineTrouble('knows no road near one end: its map may be of another region')
