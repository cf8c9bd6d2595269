/** How near the point is to the door: nothing coarser than a locality is ever an answer. */
export type Precision = 'house' | 'street' | 'postcode' | 'locality'

export type Located = {
  outcome: 'located'
  lat: number
  lon: number
  precision: Precision
  /** The radius, in kilometres, within which the door is expected to be. */
  uncertaintyKm: number
  locality: string | null
  postcode: string | null
  /** Spanish province, two digits as in its postcodes: tells islands, Ceuta and Melilla from the mainland. */
  provinceCode: string | null
  /** ISO 3166, lower case. */
  countryCode: string
  provider: string
  /** 0 to 1, comparable only within one provider. */
  confidence: number
}

/**
 * `not_found`, `ambiguous` and `conflict` are the address's fault (422 `geocoding_failed`, spec part 7);
 * `unavailable` is ours (503). `retryAfterSeconds`: for how long the engine asked not to be called.
 */
export type Refusal = { outcome: 'not_found' } | { outcome: 'ambiguous' } | { outcome: 'conflict' }
export type Unavailable = { outcome: 'unavailable'; retryAfterSeconds?: number }
export type Geocoded = Located | Refusal | Unavailable

/** Resolves always, whatever the text; rejects only with `signal`'s own reason. */
export type Geocode = (address: string, signal?: AbortSignal) => Promise<Geocoded>

/** `dataVersion` changes whenever the same text may get another answer: it is part of every cache key. */
export type Geocoder = { name: string; dataVersion: string; geocode: Geocode }

/** One that remembers: `peek` answers from this process's memory at once, or is undefined and `geocode` must be asked. */
export type RememberingGeocoder = Geocoder & { peek: (address: string) => Geocoded | undefined }
