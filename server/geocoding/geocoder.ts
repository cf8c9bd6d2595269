import type { Geocoded } from '../db/json-columns.ts'

export type { Geocoded, Located, Precision, Refusal, Unavailable } from '../db/json-columns.ts'

/** Resolves for any text; rejects only with the abort reason of `signal`. */
export type Geocode = (address: string, signal?: AbortSignal) => Promise<Geocoded>

/** `dataVersion` must change whenever a text may get a different answer: it is part of the shared cache's key. */
export type Geocoder = { name: string; dataVersion: string; geocode: Geocode }

/** A geocoder with a cache: `peek` returns the answer from this process's memory, or undefined on a cache miss. */
export type RememberingGeocoder = Geocoder & { peek: (address: string) => Geocoded | undefined }
