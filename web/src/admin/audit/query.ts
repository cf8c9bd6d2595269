import type { Search } from '../../panel/link.tsx'
import { startOfDay } from '../../panel/start-of-day.ts'

export const auditFilterNames = ['actor', 'act', 'target', 'from', 'to'] as const

/** The filters of the URL as query of the request: `from` and `to` are days of the reader, both included. */
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
