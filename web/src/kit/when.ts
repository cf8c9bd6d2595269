import { locale } from './money.ts'

/** `Sat 22 Nov, 18:05`, in the time of the phone. */
export const dayAndTime = (instant: string): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))

export const timeOfDay = (instant: string): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

/** `in 5 minutes`, `2 days ago`. */
export function fromNow(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1_000
  const [value, unit] = inLargestUnit(seconds)
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(value, unit)
}

/** `95` → `1 h 35 min`. */
export function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ')
}

function inLargestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(seconds)
  if (size < 60) return [Math.round(seconds), 'second']
  if (size < 3_600) return [Math.round(seconds / 60), 'minute']
  if (size < 86_400) return [Math.round(seconds / 3_600), 'hour']
  return [Math.round(seconds / 86_400), 'day']
}
