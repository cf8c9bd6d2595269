import { locale } from './money.ts'

/** `2026-03` → `March 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** A month and the 23 before it, newest first: `2026-03`. */
export function monthsUntil(month: string): string[] {
  const last = new Date(`${month}-01T00:00:00Z`)
  return Array.from({ length: 24 }, (_, ago) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
}
