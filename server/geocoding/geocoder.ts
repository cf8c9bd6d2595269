/** How precisely the address was located. A geocoder never returns anything coarser than a locality. */
export type Precision = 'house' | 'street' | 'postcode' | 'locality'

export type Located = {
  outcome: 'located'
  lat: number
  lon: number
  precision: Precision
  /** Radius in kilometres within which the true point is expected. */
  uncertaintyKm: number
  locality: string | null
  postcode: string | null
  /** Spanish province, the first two digits of its postcodes: tells islands, Ceuta and Melilla from the mainland. */
  provinceCode: string | null
  /** ISO 3166, lower case. */
  countryCode: string
  provider: string
  /** 0 to 1, comparable only within one provider. */
  confidence: number
}

/**
 * `not_found`, `ambiguous` and `conflict` mean that the address is bad (422 `geocoding_failed`, spec part 7);
 * `unavailable` means that the geocoder failed (503). `retryAfterSeconds` is the wait the geocoder asked for.
 */
export type Refusal = { outcome: 'not_found' } | { outcome: 'ambiguous' } | { outcome: 'conflict' }
export type Unavailable = { outcome: 'unavailable'; retryAfterSeconds?: number }
export type Geocoded = Located | Refusal | Unavailable

/** Resolves for any text; rejects only with the abort reason of `signal`. */
export type Geocode = (address: string, signal?: AbortSignal) => Promise<Geocoded>

/** `dataVersion` must change whenever a text may get a different answer: it is part of the shared cache's key. */
export type Geocoder = { name: string; dataVersion: string; geocode: Geocode }

/** A geocoder with a cache: `peek` returns the answer from this process's memory, or undefined on a cache miss. */
export type RememberingGeocoder = Geocoder & { peek: (address: string) => Geocoded | undefined }
