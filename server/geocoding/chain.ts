import { shortestPause } from '../lib/retry-pause.ts'
import type { Geocode, Geocoded, Geocoder, Located, RememberingGeocoder, Unavailable } from './geocoder.ts'

/**
 * Combines several geocoders, the most precise first, and returns the answer of the first that locates the address by
 * house, street or postcode.
 *
 * `not_found`, `unavailable` and a mere town fall back to the next geocoder: a less precise geocoder may know the town
 * when a more precise one misses the street, and it may know the postcode. Of several answers, the one with the
 * smallest uncertainty counts. `ambiguous` and `conflict` are final: a less precise geocoder has less data and would
 * only guess. When one geocoder was down and no other located the address, the answer is `unavailable`, so a good
 * address is not reported as a bad one. `conflict` is returned even when another geocoder is down.
 *
 * @param onUnavailable called for each unavailable geocoder, with the reason.
 * @throws Error when `geocoders` is empty.
 */
export function chain(
  geocoders: readonly RememberingGeocoder[],
  onUnavailable: (name: string, reason: string) => void = () => {},
): RememberingGeocoder {
  if (geocoders.length === 0) throw new Error('a chain needs at least one geocoder')
  return {
    name: geocoders.map(({ name }) => name).join(','),
    dataVersion: geocoders.map(({ dataVersion }) => dataVersion).join(','),
    peek: (address) => peekAll(geocoders, address),
    geocode: askAll(geocoders, onUnavailable),
    ...suggestBy(geocoders),
  }
}

/** The first geocoder that has a suggestion decides, because it also locates the address first. */
function suggestBy(geocoders: readonly Geocoder[]): Pick<Geocoder, 'suggest'> {
  const able = geocoders.flatMap(({ suggest }) => suggest ?? [])
  if (able.length === 0) return {}
  return {
    async suggest(typed) {
      for (const suggest of able) {
        const texts = await suggest(typed)
        if (texts !== null && texts.length > 0) return texts
      }
      return []
    },
  }
}

function askAll(
  geocoders: readonly Geocoder[],
  onUnavailable: (name: string, reason: string) => void,
): Geocode {
  return async (address, signal) => {
    const answers: Geocoded[] = []
    for (const geocoder of geocoders) {
      const answer = await geocoder.geocode(address, signal)
      answers.push(answer)
      if (answer.outcome === 'unavailable') onUnavailable(geocoder.name, answer.reason ?? 'no reason given')
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

function passesOn(answer: Geocoded): boolean {
  if (answer.outcome === 'located') return answer.precision === 'locality'
  return answer.outcome === 'not_found' || answer.outcome === 'unavailable'
}

function verdict(answers: readonly Geocoded[]): Geocoded {
  const finest = answers.filter((answer) => answer.outcome === 'located').reduce<Located | null>(finer, null)
  if (finest !== null) return finest
  const last = answers.at(-1)
  const down = answers.filter((answer) => answer.outcome === 'unavailable')
  const isUnsure = down.length > 0 && last !== undefined && (passesOn(last) || last.outcome === 'ambiguous')
  return last === undefined || isUnsure ? unavailable(down) : last
}

/** Of equal uncertainty, the earlier: its geocoder was named first. */
const finer = (earlier: Located | null, next: Located): Located =>
  earlier === null || next.uncertaintyKm < earlier.uncertaintyKm ? next : earlier

function unavailable(down: readonly Unavailable[]): Unavailable {
  const span = shortestPause(down.map(({ retryAfterSeconds }) => retryAfterSeconds))
  return { outcome: 'unavailable', ...(span !== null && { retryAfterSeconds: span }) }
}
