import type { Search } from '../../panel/link.tsx'

export const auditFilterNames = ['actor', 'act', 'target', 'from', 'to'] as const

/** The filters of the address as the server takes them: `from` and `to` are days of the reader, both included. */
export function queryOf(address: Search) {
  const { actor, act, target } = address
  const [from, to] = [startOfDay(address.from, 0), startOfDay(address.to, 1)]
  return {
    ...(actor && { actor }),
    ...(act && { act }),
    ...(target && { target }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The instant at which a day (`2026-11-22`) begins, or one some days later; undefined if it is not a day. */
export function startOfDay(day: string | undefined, daysLater: number): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}
