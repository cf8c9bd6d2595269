import { embedded } from './embedded.ts'
import { osrm } from './osrm.ts'

/** Every router that `ROUTER` may name. */
export const routerProviders = { embedded, osrm }
