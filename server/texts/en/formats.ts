import { datesOf } from '../dates.ts'
import type { Duration } from '../duration.ts'
import type { NoticeWindow } from '../notice.ts'

export const dates = datesOf('en-GB')

export const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`

/** "1 minute", "2 minutes". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** "Thu 3 Dec, 10:00-12:00", with the name of the clock on islands that have another than the mainland. */
export function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window)}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'Canary Islands time',
  'Atlantic/Madeira': 'Madeira time',
  'Atlantic/Azores': 'Azores time',
}

export const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `less than ${unit === 'hour' ? 'an' : 'a'} ${unit}` : counted(count, unit)
