import { embedded } from './embedded.ts'
import { nominatim } from './nominatim.ts'

/** Every engine that `GEOCODER` may name. */
export const geocoderProviders = { embedded, nominatim }
