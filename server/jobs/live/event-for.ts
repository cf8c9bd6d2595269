import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { sizesThatFit } from '../eligibility.ts'
import type { JobChange } from './job-changes.ts'
import type { Subscriber } from './subscribers.ts'

/** The stream event for this subscriber about a job change; null when the change does not concern them. */
export function eventFor({ accountId, carrier }: Subscriber, change: JobChange): 'job' | 'feed' | null {
  const { customerId, carrierId, inFeed, size, lat, lon } = change
  if (accountId === customerId || accountId === carrierId) return 'job'
  if (!inFeed || carrier?.status !== 'approved' || lat === null || lon === null) return null
  if (!sizesThatFit(carrier.size).includes(size)) return null
  return kilometresBetween(carrier, { lat, lon }) <= carrier.radiusKm ? 'feed' : null
}
