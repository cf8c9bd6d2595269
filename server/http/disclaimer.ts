import type { DistanceBasis } from '#contract/vocabulary.ts'
import type { Quote } from '../jobs/job.ts'
import { stateDistance } from '../jobs/stated-distance.ts'
import type { Text } from '../lib/problem.ts'

/** Spec 2.4: the text for every estimate. It names the points between which an approximate distance was measured. */
export function disclaimerOf(trip: Pick<Quote, 'pickup' | 'dropoff' | 'route'>): Text {
  const { accuracy, basis } = stateDistance(trip)
  return accuracy === 'exact' ? texts.same_address : texts[basis]
}

const texts: Record<DistanceBasis, Text> = {
  same_address: {
    en: 'This price is approximate; the final price may vary.',
    es: 'Este precio es aproximado; el precio final puede variar.',
  },
  addresses: {
    en: 'This price is approximate, as the distance is an estimate; the final price may vary.',
    es: 'Este precio es aproximado, porque la distancia es una estimación; el precio final puede variar.',
  },
  postcodes: {
    en: 'This price is approximate, as the distance is measured between postcodes and not from door to door; the final price may vary.',
    es: 'Este precio es aproximado, porque la distancia se mide entre códigos postales y no de puerta a puerta; el precio final puede variar.',
  },
  town_centres: {
    en: 'This price is approximate, as the distance is measured between town centres and not from door to door; the final price may vary.',
    es: 'Este precio es aproximado, porque la distancia se mide entre los centros de las poblaciones y no de puerta a puerta; el precio final puede variar.',
  },
}
