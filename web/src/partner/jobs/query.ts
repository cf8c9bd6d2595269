import { type JobStatus, jobStatuses, type KeyMode, keyModes } from '#contract/vocabulary.ts'
import type { Search } from '../../panel/link.tsx'
import { startOfDay } from '../../panel/start-of-day.ts'

export const jobFilterNames = ['status', 'mode', 'reference', 'from', 'to'] as const

/** The filters of the URL as query of the request: `from` and `to` are days of the reader, both included. */
export function jobQuery(address: Search) {
  const status = jobStatuses.find((each): each is JobStatus => each === address.status)
  const mode = keyModes.find((each): each is KeyMode => each === address.mode)
  const reference = address.reference?.slice(0, 255)
  const [from, to] = [startOfDay(address.from, 0), startOfDay(address.to, 1)]
  return {
    ...(status && { status }),
    ...(mode && { mode }),
    ...(reference && { reference }),
    ...(from && { from }),
    ...(to && { to }),
    ...(address.before && { before: address.before }),
  }
}
