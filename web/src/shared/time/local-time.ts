import type { Wish } from '#contract/app/time.ts'
import { locale } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { isoDay } from '../../kit/when.ts'

type Span = { starts_at: string; ends_at: string }

/**
 * Times of a collection, in the time zone of the pickup; with the name of that clock if the device shows another
 * time (decision 69).
 */
export function useLocalTime(timeZone: string) {
  const { t, find } = useTexts('time')
  const clockOf = (instant: string): string | null =>
    isSameClock(instant, timeZone) ? null : (find(`clocks.${timeZone}`) ?? nameOfClock(instant, timeZone))
  const withClock = (text: string, instant: string): string => {
    const clock = clockOf(instant)
    return clock ? text + t('clock', { clock }) : text
  }
  return {
    /** The name of the clock of the place; null if the device has the same time. */
    clockOf,
    /** `Thu 3 Dec, 10:00–12:00`. */
    span: ({ starts_at, ends_at }: Span): string =>
      withClock(format(timeZone).formatRange(new Date(starts_at), new Date(ends_at)), starts_at),
    /** `Thu 3 Dec, 12:30`. */
    instant: (at: string): string => withClock(format(timeZone).format(new Date(at)), at),
    /** `Thu 3 Dec, morning (8:00–13:00)`. */
    wish: ({ day, part, starts_at }: Wish): string =>
      withClock(t('wish', { day: dayName(day), part: t(`parts.${part}`) }), starts_at),
  }
}

const format = (timeZone: string) =>
  new Intl.DateTimeFormat(locale(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

const isSameClock = (instant: string, timeZone: string): boolean => {
  const clock = (zone?: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(instant),
    )
  return clock() === clock(timeZone)
}

const nameOfClock = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** `Thu 3 Dec` of a day such as `2026-12-03`. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** The days from today in the time zone, for a choice. */
export function nextDays(timeZone: string, count: number): { value: string; label: string }[] {
  const today = Date.parse(`${isoDay(new Date().toISOString(), timeZone)}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => {
    const value = new Date(today + index * 86_400_000).toISOString().slice(0, 10)
    return { value, label: dayName(value) }
  })
}
