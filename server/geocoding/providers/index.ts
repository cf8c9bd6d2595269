import { embedded } from './embedded.ts'

/** Every engine that `GEOCODER` may name. */
export const geocoderProviders = { embedded }
