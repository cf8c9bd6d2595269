import { locale } from '../kit/money.ts'

/** `2026-03` → `March 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Whether a text, such as one of an address, is a month. */
export const isMonth = (text = ''): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The month now, of UTC. */
export const currentMonth = (): string => new Date().toISOString().slice(0, 7)

/** The last two years, the current month first. */
export function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: 24 }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
}
