import { embedded } from './embedded.ts'
import { osrm } from './osrm.ts'
import { valhalla } from './valhalla.ts'

/** All routers that `ROUTER` can name. */
export const routerProviders = { embedded, osrm, valhalla }
