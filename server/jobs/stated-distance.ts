import type { DistanceAccuracy, DistanceBasis } from '#contract/vocabulary.ts'
import type { Precision } from '../geocoding/geocoder.ts'
import type { Route, Stop } from './job.ts'

type End = Pick<Stop, 'precision' | 'uncertaintyKm'>
type Trip = { pickup: End; dropoff: End; route: Pick<Route, 'distanceKm' | 'approximate'> }

/** How the distance of a trip may be stated, and between which points the price was computed. */
export type StatedDistance = { accuracy: DistanceAccuracy; basis: DistanceBasis }

/**
 * A distance is exact when a road was followed between two ends that are known to a kilometre together; any other is
 * "about", whatever its decimals. The coarser end names the basis.
 */
export function stateDistance({ pickup, dropoff, route }: Trip): StatedDistance {
  if (route.distanceKm === 0) return { accuracy: 'exact', basis: 'same_address' }
  const isSure = pickup.uncertaintyKm + dropoff.uncertaintyKm <= mostUncertainKm
  return {
    accuracy: isSure && !route.approximate ? 'exact' : 'approximate',
    basis: basisOf[coarser(pickup, dropoff)],
  }
}

const mostUncertainKm = 1

const basisOf: Record<Precision, DistanceBasis> = {
  house: 'addresses',
  street: 'addresses',
  postcode: 'postcodes',
  locality: 'town_centres',
}

const fromFine: readonly Precision[] = ['house', 'street', 'postcode', 'locality']

/** The precision of a trip is that of its coarser end. */
export const coarser = (a: Pick<End, 'precision'>, b: Pick<End, 'precision'>): Precision =>
  fromFine.indexOf(a.precision) > fromFine.indexOf(b.precision) ? a.precision : b.precision
