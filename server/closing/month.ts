import { type MonthSpan, spanOfMonth } from '../lib/zoned-month.ts'

/** Months and days of the books are UTC, on every node and for every reader. */
const timeZone = 'UTC'

/** @param month such as `2026-03`. */
export const spanOfBooks = (month: string): MonthSpan => spanOfMonth(month, timeZone)

/** The month of an instant, such as `2026-03`. */
export const monthOfBooks = (instant: Date): string => instant.toISOString().slice(0, 7)
