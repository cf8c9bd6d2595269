import type { JobInput } from '#contract/partner.ts'
import { type AddressWordName, addressWords, maxSlowSeconds } from '#contract/sandbox/words.ts'
import type { Geocoded, Located } from '../geocoding/geocoder.ts'
import type { QuoteNeeds } from '../jobs/drafts/quote.ts'

type Geocoder = QuoteNeeds['geocoder']

export type Answering = { wait: (seconds: number) => Promise<void>; refusals: AskedRefusals }

/** The errors of a revoked key, and of a key over its rate limit, with a retry after 1 s. */
export type AskedRefusals = { key_revoked: Error; rate_limited: Error }

/** An error requested by a test key. It has the usual response, with a retry after 1 s. */
export class AskedFault extends Error {}

/** The behaviour that an address requests; the seconds are for `slow`. */
export type AskedFailure = { name: AddressWordName; seconds: number }

/**
 * A geocoder for test keys: an address with a word of the catalogue gets the result of that word, and never reaches
 * `geocoder` or its cache. Every other address does.
 *
 * @param answering.wait waits the seconds that an address requests; its errors are passed to the caller.
 * @param answering.refusals the errors that the words can request.
 */
export function withAddressWords(geocoder: Geocoder, { wait, refusals }: Answering): Geocoder {
  return {
    peek: (address) => (findFailure(address) ? undefined : geocoder.peek(address)),
    async geocode(address, signal) {
      const failure = findFailure(address)
      if (!failure) return geocoder.geocode(address, signal)
      const { name, seconds } = failure
      // Not a `Problem`, so it is handled like a real error: logged, with the usual error response.
      if (name === 'internal_error')
        throw new AskedFault('a test key asked for a fault, by "Sandbox internal error"')
      if (name === 'key_revoked' || name === 'rate_limited') throw refusals[name]
      if (name === 'slow') await wait(seconds)
      return answers[name]
    },
  }
}

/** The first word of the catalogue in an address, in any case. `slow` without valid seconds is `not_found`. */
export function findFailure(address: string): AskedFailure | null {
  const text = address.toLowerCase().replaceAll(/\s+/g, ' ')
  const name = names.find((each) => text.includes(addressWords[each].words.toLowerCase()))
  if (!name) return null
  if (name !== 'slow') return { name, seconds: 0 }
  const seconds = Number(/sandbox slow (\d+) ?s\b/.exec(text)?.[1])
  return seconds >= 1 && seconds <= maxSlowSeconds ? { name, seconds } : { name: 'not_found', seconds: 0 }
}

/** Whether an address of the job requests that the response of its create is lost. */
export const losesAnswer = ({ pickup, dropoff }: Pick<JobInput, 'pickup' | 'dropoff'>): boolean =>
  [pickup, dropoff].some(({ address }) => findFailure(address)?.name === 'lost_answer')

const names = Object.keys(addressWords) as AddressWordName[]

const town = (place: Pick<Located, 'lat' | 'lon' | 'locality' | 'provinceCode'>): Located => ({
  ...place,
  outcome: 'located',
  precision: 'locality',
  uncertaintyKm: 6,
  postcode: null,
  countryCode: 'es',
  provider: 'sandbox',
  confidence: 0.9,
})

const madrid = town({ lat: 40.4165, lon: -3.70256, locality: 'Madrid', provinceCode: '28' })

const answers: Record<Exclude<AddressWordName, 'internal_error' | keyof AskedRefusals>, Geocoded> = {
  not_found: { outcome: 'not_found' },
  geocoder_down: { outcome: 'unavailable', retryAfterSeconds: 1 },
  slow: madrid,
  // The create closes the connection after it has stored the job (`losesAnswer`).
  lost_answer: madrid,
  // An island of `routing/landmasses.ts`: the router itself finds that no road leads to the mainland.
  island: town({ lat: 39.56939, lon: 2.65024, locality: 'Palma', provinceCode: '07' }),
}
