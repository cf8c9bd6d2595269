import type { Geocoded } from '../db/json-columns.ts'

export type { Geocoded, Located, Precision, Refusal, Unavailable } from '../db/json-columns.ts'

/** Resolves for any text; rejects only with the abort reason of `signal`. */
export type Geocode = (address: string, signal?: AbortSignal) => Promise<Geocoded>

/** Addresses that begin like the text, the best first; null when the geocoder cannot say. Does not throw. */
export type Suggest = (typed: string) => Promise<string[] | null>

/**
 * `dataVersion` must change whenever a text may get a different answer: it is part of the shared cache's key.
 * `suggest` is absent where a geocoder must not or cannot be asked while people type.
 */
export type Geocoder = { name: string; dataVersion: string; geocode: Geocode; suggest?: Suggest }

/** A geocoder with a cache: `peek` returns the answer from this process's memory, or undefined on a cache miss. */
export type RememberingGeocoder = Geocoder & { peek: (address: string) => Geocoded | undefined }
