import type { Stop } from './job.ts'

/** A place and not an address: fit for a text that anybody may read who holds the phone, and for carriers who look. */
export const placeName = ({ locality, postcode }: Pick<Stop, 'locality' | 'postcode'>): string =>
  locality ?? postcode ?? ''
