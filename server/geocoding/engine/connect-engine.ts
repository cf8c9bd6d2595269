import { createEngineClient, type EngineResponse, EngineTrouble } from '../../lib/engine-client.ts'
import type { Geocoded, Geocoder, Suggest } from '../geocoder.ts'
import { createBreaker, createPace } from './manners.ts'
import { type Suggested, suggestedTexts } from './suggested-text.ts'

/**
 * Sends one GET request and returns the response. It throws for every failure that says nothing about the address
 * (`EngineClient`), so a provider reads 200, 400 and 404 only.
 */
export type Get = (url: string) => Promise<EngineResponse>

/**
 * Locates one address by an engine.
 *
 * @throws EngineTrouble when the engine cannot answer, or answers in another shape.
 */
export type Search = (address: string, get: Get) => Promise<Geocoded>

/** Completes a text. @throws EngineTrouble as `Search`. */
export type Complete = (typed: string, get: Get) => Promise<Suggested[]>

type Options = {
  name: string
  /** Part of the shared cache's key: changes whenever a text may get a different answer. */
  dataVersion: string
  /** Maximum time of a look-up with its retry, in milliseconds. */
  timeoutMs: number
  userAgent?: string
  /** Minimum time between two requests, in milliseconds. */
  gapMs?: number
  /** A town that the engine's data must have; null if none is known. */
  knownTown: string | null
  search: Search
  /** Absent if the engine must not be asked while people type. */
  complete?: Complete | undefined
}

/**
 * A geocoder over HTTP: timeout, one retry, a pause after `Retry-After`, and a pause of 10 s after five failures.
 *
 * `not_found` is believed of an engine that has found something, be it `knownTown`. An engine whose data is of another
 * region knows no address at all, and every customer would be told that the address is wrong (decision 55).
 */
export function connectEngine(options: Options): Geocoder {
  const { name, dataVersion, timeoutMs, userAgent = 'dray', gapMs = 0, knownTown, search, complete } = options
  const pace = createPace(gapMs, timeoutMs)
  const client = createEngineClient({ tryMs: timeoutMs / 2, beforeTry: () => waitForTurn(pace) })
  const breaker = createBreaker({ failures: 5, restMs: 10_000 })
  let lastReason = ''
  let hasData = knownTown === null
  let asking: Promise<Geocoded> | undefined

  const headers = { 'user-agent': userAgent }
  const get = (url: string, signal: AbortSignal) => client({ url, headers }, signal)

  function find(address: string, signal?: AbortSignal): Promise<Geocoded> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const both = signal ? AbortSignal.any([signal, deadline]) : deadline
    return search(address, (url) => get(url, both))
  }

  /** Without the signal of a caller, because other look-ups wait for the same answer. */
  async function checkData(): Promise<void> {
    asking ??= find(knownTown ?? '').finally(() => (asking = undefined))
    if ((await asking).outcome === 'not_found')
      throw new EngineTrouble(`does not find ${knownTown}: its data may be of another region`)
  }

  async function look(address: string, signal?: AbortSignal): Promise<Geocoded> {
    const found = await find(address, signal)
    if (found.outcome === 'not_found' && !hasData) await checkData()
    hasData = true
    return found
  }

  return {
    name,
    dataVersion,
    ...(complete && { suggest: suggestBy(complete, get, breaker) }),
    async geocode(address, signal) {
      if (breaker.isOpen()) return { outcome: 'unavailable', reason: lastReason }
      try {
        const found = await look(address, signal)
        breaker.note(true)
        signal?.throwIfAborted()
        return found
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof EngineTrouble)) throw error
        breaker.note(false)
        lastReason = error.message
        const { retryAfterSeconds: wait } = error
        return {
          outcome: 'unavailable',
          reason: lastReason,
          ...(wait !== null && { retryAfterSeconds: wait }),
        }
      }
    },
  }
}

async function waitForTurn(pace: ReturnType<typeof createPace>): Promise<void> {
  if (!(await pace.mayGo())) throw new EngineTrouble('too many look-ups for one a second')
}

const maxSuggestMs = 2_000

type Ask = (url: string, signal: AbortSignal) => Promise<EngineResponse>

/** A suggestion is an aid, so its failures do not open the circuit breaker of the look-ups. */
const suggestBy =
  (complete: Complete, ask: Ask, breaker: ReturnType<typeof createBreaker>): Suggest =>
  async (typed) => {
    if (breaker.isOpen()) return null
    const deadline = AbortSignal.timeout(maxSuggestMs)
    try {
      return suggestedTexts(typed, await complete(typed, (url) => ask(url, deadline)))
    } catch (error) {
      if (error instanceof EngineTrouble) return null
      throw error
    }
  }

/** The capital of the first country that an engine serves, as its people write it; null for an unknown country. */
export const capitalOfFirst = (countryCodes: string): string | null =>
  capitals[countryCodes.slice(0, 2)] ?? null

const capitals: Record<string, string> = {
  es: 'Madrid',
  pt: 'Lisboa',
  fr: 'Paris',
  ad: 'Andorra la Vella',
  it: 'Roma',
  de: 'Berlin',
  gb: 'London',
  ie: 'Dublin',
  nl: 'Amsterdam',
  be: 'Bruxelles',
  at: 'Wien',
  ch: 'Bern',
  lu: 'Luxembourg',
  gi: 'Gibraltar',
}
