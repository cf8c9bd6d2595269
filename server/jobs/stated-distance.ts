import type { DistanceAccuracy, DistanceBasis } from '#contract/vocabulary.ts'
import type { Precision } from '../geocoding/geocoder.ts'
import type { Text } from '../texts/index.ts'
import type { Quote, Route, Stop } from './job.ts'

type End = Pick<Stop, 'precision' | 'uncertaintyKm'>
type Trip = { pickup: End; dropoff: End; route: Pick<Route, 'distanceKm' | 'approximate'> }

/** How exact the distance of a trip is, and between which points it was measured. */
export type StatedDistance = { accuracy: DistanceAccuracy; basis: DistanceBasis }

/**
 * A distance is exact when it was measured along roads and the uncertainties of both ends add up to at most 1 km;
 * otherwise it is approximate. The less precise end determines the basis.
 */
export function stateDistance({ pickup, dropoff, route }: Trip): StatedDistance {
  if (route.distanceKm === 0) return { accuracy: 'exact', basis: 'same_address' }
  const isSure = pickup.uncertaintyKm + dropoff.uncertaintyKm <= maxUncertaintyKm
  return {
    accuracy: isSure && !route.approximate ? 'exact' : 'approximate',
    basis: basisOf[coarser(pickup, dropoff)],
  }
}

const maxUncertaintyKm = 1

const basisOf: Record<Precision, DistanceBasis> = {
  house: 'addresses',
  street: 'addresses',
  postcode: 'postcodes',
  locality: 'town_centres',
}

const fromFine: readonly Precision[] = ['house', 'street', 'postcode', 'locality']

/** The precision of a trip: the lower precision of its two ends. */
export const coarser = (a: Pick<End, 'precision'>, b: Pick<End, 'precision'>): Precision =>
  fromFine.indexOf(a.precision) > fromFine.indexOf(b.precision) ? a.precision : b.precision

/** Spec 2.4: the text for every estimate. It names the points between which an approximate distance was measured. */
export function disclaimerOf(trip: Pick<Quote, 'pickup' | 'dropoff' | 'route'>): Text {
  const { accuracy, basis } = stateDistance(trip)
  return (t) => t.addresses.disclaimer[accuracy === 'exact' ? 'same_address' : basis]
}
