import { datesOf } from '../dates.ts'
import type { Duration } from '../duration.ts'
import type { NoticeWindow } from '../notice.ts'

export const dates = datesOf('es-ES')

export const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** «1 minuto», «2 minutos». */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** «jue 3 dic, 10:00-12:00», con el nombre de la hora en las islas que tienen otra que la península. */
export function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window).replace(',', '')}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'hora canaria',
  'Atlantic/Madeira': 'hora de Madeira',
  'Atlantic/Azores': 'hora de las Azores',
}

const units = { hour: 'hora', minute: 'minuto' }

export const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `menos de ${unit === 'hour' ? 'una' : 'un'} ${units[unit]}` : counted(count, units[unit])
