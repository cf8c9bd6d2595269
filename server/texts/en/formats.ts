import type { Duration } from '../duration.ts'

export const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`

/** "1 minute", "2 minutes". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `less than ${unit === 'hour' ? 'an' : 'a'} ${unit}` : counted(count, unit)
