import type { Duration } from '../duration.ts'

export const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** «1 minuto», «2 minutos». */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const units = { hour: 'hora', minute: 'minuto' }

export const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `menos de ${unit === 'hour' ? 'una' : 'un'} ${units[unit]}` : counted(count, units[unit])
