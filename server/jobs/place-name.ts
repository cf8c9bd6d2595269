import type { Stop } from './job.ts'

/**
 * The town, not the address: safe for an SMS that others may read on the phone, and for carriers who browse the feed.
 */
export const placeName = ({ locality, postcode }: Pick<Stop, 'locality' | 'postcode'>): string =>
  locality ?? postcode ?? ''
