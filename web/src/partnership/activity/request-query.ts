import type { Search } from '../../panel/link.tsx'
import { startOfDay } from '../../panel/start-of-day.ts'

export const requestFilterNames = ['request', 'of', 'status', 'error', 'route', 'from', 'to'] as const

/** The filters of the URL as query of the request, without values that the server would refuse. */
export function requestQuery(address: Search) {
  const { request, of, error, route } = address
  const status = Number(address.status)
  const [from, to] = [startOfDay(address.from, 0), startOfDay(address.to, 1)]
  return {
    ...(isId(request) && { request_id: request }),
    ...(of && { key_id: of }),
    ...(Number.isInteger(status) && status >= 100 && status <= 599 && { status }),
    ...(isWord(error) && { error }),
    ...(isWord(route) && { route }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

const isId = (text: string | undefined): text is string => /^[0-9a-f-]{36}$/i.test(text ?? '')

const isWord = (text: string | undefined): text is string => /^[!-~]{1,100}$/.test(text ?? '')
