import type { Quote } from '../jobs/job.ts'
import { stateDistance } from '../jobs/stated-distance.ts'
import type { Text } from '../texts/index.ts'

/** Spec 2.4: the text for every estimate. It names the points between which an approximate distance was measured. */
export function disclaimerOf(trip: Pick<Quote, 'pickup' | 'dropoff' | 'route'>): Text {
  const { accuracy, basis } = stateDistance(trip)
  return (t) => t.addresses.disclaimer[accuracy === 'exact' ? 'same_address' : basis]
}
