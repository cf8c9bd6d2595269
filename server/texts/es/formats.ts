import type { Duration } from '../duration.ts'
import type { NoticeWindow } from '../notice.ts'

export const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** «1 minuto», «2 minutos». */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** «jue 3 dic, 10:00-12:00», con el nombre de la hora en las islas que tienen otra que la península. */
export function windowText({ startsAt, endsAt, timeZone }: NoticeWindow): string {
  const format = new Intl.DateTimeFormat('es-ES', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const clock = islandClocks[timeZone]
  const text = format.formatRange(startsAt, endsAt).replace(/\s?–\s?/g, '-')
  return `${text.replace(',', '')}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'hora canaria',
  'Atlantic/Madeira': 'hora de Madeira',
  'Atlantic/Azores': 'hora de las Azores',
}

const units = { hour: 'hora', minute: 'minuto' }

export const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `menos de ${unit === 'hour' ? 'una' : 'un'} ${units[unit]}` : counted(count, units[unit])
