import { shortestRest } from '../lib/asked-rest.ts'
import type { Geocode, Geocoded, Geocoder, RememberingGeocoder, Unavailable } from './geocoder.ts'

/**
 * Several engines as one, the finest first: the first that locates is believed.
 *
 * Only `not_found` and `unavailable` pass an address on: a coarser engine may know the town where a finer one misses
 * the street. `ambiguous` and `conflict` are final, because the finer engine saw more and a coarser one would settle
 * the doubt by guessing. When one engine was down and no other located the address, its silence proves nothing:
 * `unavailable`, so that a good address is not called a bad one. A contradiction stays one whoever is down.
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

/** As `geocode` would answer, if every engine it would ask remembers the address. */
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
  const span = shortestRest(down.map(({ retryAfterSeconds }) => retryAfterSeconds))
  return { outcome: 'unavailable', ...(span !== null && { retryAfterSeconds: span }) }
}
