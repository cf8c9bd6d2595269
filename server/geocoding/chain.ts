import { shortestPause } from '../lib/retry-pause.ts'
import type { Geocode, Geocoded, Geocoder, RememberingGeocoder, Unavailable } from './geocoder.ts'

/**
 * Combines several geocoders, the most precise first, and returns the answer of the first that locates the address.
 *
 * Only `not_found` and `unavailable` fall back to the next geocoder: a less precise geocoder may know the town when a
 * more precise one misses the street. `ambiguous` and `conflict` are final: a less precise geocoder has less data and
 * would only guess. When one geocoder was down and no other located the address, the answer is `unavailable`, so a good
 * address is not reported as a bad one. `conflict` is returned even when another geocoder is down.
 *
 * @throws Error when `geocoders` is empty.
 */
export function chain(geocoders: readonly RememberingGeocoder[]): RememberingGeocoder {
  const [first, ...others] = geocoders
  if (first === undefined) throw new Error('a chain needs at least one geocoder')
  if (others.length === 0) return first
  return {
    name: geocoders.map(({ name }) => name).join(','),
    dataVersion: geocoders.map(({ dataVersion }) => dataVersion).join(','),
    peek: (address) => peekAll(geocoders, address),
    geocode: askAll(geocoders),
  }
}

function askAll(geocoders: readonly Geocoder[]): Geocode {
  return async (address, signal) => {
    const answers: Geocoded[] = []
    for (const geocoder of geocoders) {
      const answer = await geocoder.geocode(address, signal)
      answers.push(answer)
      if (!passesOn(answer)) break
    }
    return verdict(answers)
  }
}

/** The answer `geocode` would give, if every geocoder it would ask has the address in its cache; else undefined. */
function peekAll(geocoders: readonly RememberingGeocoder[], address: string): Geocoded | undefined {
  const answers: Geocoded[] = []
  for (const geocoder of geocoders) {
    const answer = geocoder.peek(address)
    if (answer === undefined) return undefined
    answers.push(answer)
    if (!passesOn(answer)) break
  }
  return verdict(answers)
}

function passesOn({ outcome }: Geocoded): boolean {
  return outcome === 'not_found' || outcome === 'unavailable'
}

function verdict(answers: readonly Geocoded[]): Geocoded {
  const last = answers.at(-1)
  const down = answers.filter((answer) => answer.outcome === 'unavailable')
  const isUnsure = down.length > 0 && last !== undefined && (passesOn(last) || last.outcome === 'ambiguous')
  return last === undefined || isUnsure ? unavailable(down) : last
}

function unavailable(down: readonly Unavailable[]): Unavailable {
  const span = shortestPause(down.map(({ retryAfterSeconds }) => retryAfterSeconds))
  return { outcome: 'unavailable', ...(span !== null && { retryAfterSeconds: span }) }
}
