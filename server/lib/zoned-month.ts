import { dayAt, instantAt } from './zoned-time.ts'

/** The start of a month in a time zone (inclusive) and its end (exclusive). */
export type MonthSpan = { start: Date; end: Date }

/** @param month such as `2026-03`. @throws RangeError for a time zone that does not exist. */
export function spanOfMonth(month: string, timeZone: string): MonthSpan {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    start: instantAt(Date.UTC(year, number - 1, 1), timeZone),
    end: instantAt(Date.UTC(year, number, 1), timeZone),
  }
}

/** Returns the month of an instant in the time zone, such as `2026-03`. */
export const monthAt = (instant: Date, timeZone: string): string => dayAt(instant, timeZone).slice(0, 7)

/** `2026-01` is after `2025-12`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
