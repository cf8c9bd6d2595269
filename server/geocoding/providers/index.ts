import { embedded } from './embedded.ts'
import { nominatim } from './nominatim.ts'

/** Every geocoder that the setting `GEOCODER` may name. */
export const geocoderProviders = { embedded, nominatim }
