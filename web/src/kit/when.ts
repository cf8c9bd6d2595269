import { locale } from './money.ts'

/** `Sat 22 Nov, 18:05`, or with its year if that is not the year of `now`; in the device's time zone. */
export function dayAndTime(instant: string, now = new Date()): string {
  const at = new Date(instant)
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}

/** Like `dayAndTime`, with the seconds, where the order of events matters. */
export const exactTime = (instant: string, now = new Date()): string =>
  `${dayAndTime(instant, now)}:${String(new Date(instant).getSeconds()).padStart(2, '0')}`

/** The device's time zone, such as `Europe/Madrid`. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `2026-11-22` in `timeZone`: spreadsheets read this format in any language. */
export const isoDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  )

/** `22 Nov 2026`, in the device's time zone. */
export const day = (instant: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(instant),
  )

/** `31 Mar 2027` of a day without a time, such as `2027-03-31`. */
export const plainDay = (isoDay: string): string =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${isoDay}T00:00:00Z`))

/** `Tuesday 24 November`, in the device's time zone. */
export const longDay = (instant: string): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', day: 'numeric', month: 'long' })
    .format(new Date(instant))
    .replace(',', '')

export const timeOfDay = (instant: string): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

/** `in 5 minutes`, `2 days ago`. */
export function fromNow(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1_000
  const [value, unit] = inLargestUnit(seconds)
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(value, unit)
}

/** `5` → `5 minutes`. */
export const wholeMinutes = (minutes: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)

/** `24` → `24 hours`. */
export const wholeHours = (hours: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)

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
