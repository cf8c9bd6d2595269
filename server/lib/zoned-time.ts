export function isTimeZone(name: string): boolean {
  try {
    return Boolean(formatOf(name))
  } catch {
    return false
  }
}

/**
 * The instant at which clocks in the time zone show this wall time (as if it were UTC, in milliseconds). The second
 * step
 * handles a clock change in between.
 */
export function instantAt(wallMs: number, timeZone: string): Date {
  const guess = wallMs - offsetAt(wallMs, timeZone)
  return new Date(wallMs - offsetAt(guess, timeZone))
}

/** The wall time that clocks in the time zone show at an instant: the reverse of `instantAt`. */
export const wallAt = (instant: Date, timeZone: string): number =>
  instant.getTime() + offsetAt(instant.getTime(), timeZone)

/** The day of an instant in the time zone, such as `2026-03-31`. */
export function dayAt(instant: Date, timeZone: string): string {
  const { year, month, day } = partsAt(instant.getTime(), timeZone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
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
