import { locale } from '../../kit/money.ts'

const count = 24

/** The current month and those before it, in the device's time zone and the statement's format: `2026-03`. */
export function lastMonths(now = new Date()): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** `March 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
