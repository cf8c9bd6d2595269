import { kilometresBetween } from '../../geocoding/distance.ts'
import { sizesThatFit } from '../feed/fits.ts'
import type { Happening } from './happenings.ts'
import type { Standing } from './standing.ts'

/** Which event of the stream tells this listener of a happening; null when it is none of theirs. */
export function concerns({ accountId, carrier }: Standing, happening: Happening): 'job' | 'feed' | null {
  const { customerId, carrierId, inFeed, size, lat, lon } = happening
  if (accountId === customerId || accountId === carrierId) return 'job'
  if (!inFeed || carrier?.status !== 'approved' || lat === null || lon === null) return null
  if (!sizesThatFit(carrier.size).includes(size)) return null
  return kilometresBetween(carrier, { lat, lon }) <= carrier.radiusKm ? 'feed' : null
}
