import { locale } from './money.ts'

/** `2026-03` → `March 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** At the start of a line: Spanish writes months small. */
export const monthTitle = (month: string): string => {
  const name = monthName(month)
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}

/** A month and the 23 before it, newest first: `2026-03`. */
export function monthsUntil(month: string): string[] {
  const last = new Date(`${month}-01T00:00:00Z`)
  return Array.from({ length: 24 }, (_, ago) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
}
