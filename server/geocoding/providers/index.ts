import { cartociudad } from './cartociudad.ts'
import { embedded } from './embedded.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'

/** Every geocoder that the setting `GEOCODER` may name. */
export const geocoderProviders = { embedded, nominatim, photon, cartociudad }
