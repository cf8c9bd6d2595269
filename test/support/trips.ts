import { sofa } from './dray.ts'

/** The estimate of `sofa`. */
export const trip = { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff }

/** An address that no geocoder finds. */
export const unknownAddress = { address: 'Xyzzyqwv 12, Plugghtown Qqqq' }

/** The id of no job. */
export const unknownJobId = '01890000-0000-7000-8000-000000000000'
