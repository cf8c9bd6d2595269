/** The start of a month in a time zone (inclusive) and its end (exclusive). */
export type MonthSpan = { start: Date; end: Date }

/** @param month such as `2026-03`. @throws RangeError for a time zone that does not exist. */
export function spanOfMonth(month: string, timeZone: string): MonthSpan {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    start: midnight(Date.UTC(year, number - 1, 1), timeZone),
    end: midnight(Date.UTC(year, number, 1), timeZone),
  }
}

/** Returns the month of an instant in the time zone, such as `2026-03`. */
export function monthAt(instant: Date, timeZone: string): string {
  const { year, month } = partsAt(instant.getTime(), timeZone)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** `2026-01` is after `2025-12`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(formatOf(name))
  } catch {
    return false
  }
}

/**
 * The instant at which clocks in the time zone show this wall time. The second step handles a clock change in between.
 */
function midnight(wallMs: number, timeZone: string): Date {
  const guess = wallMs - offsetAt(wallMs, timeZone)
  return new Date(wallMs - offsetAt(guess, timeZone))
}

function offsetAt(instantMs: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(instantMs, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1_000) * 1_000
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>

const partsAt = (instantMs: number, timeZone: string): Parts =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Parts

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
