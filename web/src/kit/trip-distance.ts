import type { CustomerJob } from '#contract/app/job.ts'
import { distance } from './distance.ts'
import { useTexts } from './texts/use-texts.ts'

export type TripDistance = Pick<CustomerJob, 'distance_km' | 'distance_accuracy' | 'distance_basis'>

/** "about 6 km": in whole kilometres, because an approximate distance has no meaningful decimals. */
export function useAbout(): (km: number) => string {
  const { t } = useTexts('kit')
  return (km) => {
    const count = Math.max(1, Math.round(km))
    return t('distance.about', { count, distance: distance(count) })
  }
}

/** Text of a trip's distance, as precise as it is known. `withBasis` adds "by postcodes" or "by town centres". */
export function useTripDistance(): { brief: Say; withBasis: Say } {
  const { t } = useTexts('kit')
  const about = useAbout()
  const brief: Say = ({ distance_km, distance_accuracy, distance_basis }) => {
    if (distance_basis === 'same_address') return t('distance.same_address')
    return distance_accuracy === 'exact' ? distance(distance_km) : about(distance_km)
  }
  const withBasis: Say = (trip) => {
    const basis = trip.distance_basis
    const isRough = basis === 'postcodes' || basis === 'town_centres'
    return isRough ? t(`distance.by.${basis}`, { distance: brief(trip) }) : brief(trip)
  }
  return { brief, withBasis }
}

type Say = (trip: TripDistance) => string
