import type { PreparedRequest } from './load.ts'
import { phoneMark, referenceMark } from './stamp.ts'

type Call = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
  status?: number
  expects: string
}

/** Formats a request once, so sending it costs only the write. */
export function prepare({
  method = 'GET',
  path,
  headers = {},
  body,
  status = 200,
  expects,
}: Call): PreparedRequest {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    ...headers,
    ...(payload && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return { text: `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`, status, expects }
}

/** Members of a job that the load generator replaces in each request by unique values of the same length. */
export const uniqueMembers = {
  external_reference: `bench-${referenceMark}`,
  customer_phone: `+346${phoneMark}`,
}
