import type { PreparedRequest } from './load.ts'

/** Length of the first response in the text; null while it is not complete. Latin-1, so a character is a byte. */
export function lengthOf(text: string): number | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const match = /\r\ncontent-length: (\d+)\r\n/i.exec(text)
  if (!match || match.index > end) throw new Error(`a response without content-length: ${text.slice(0, end)}`)
  const length = end + 4 + Number(match[1])
  return text.length >= length ? length : null
}

type Expected = Pick<PreparedRequest, 'status' | 'expects'> & { isLimited: boolean }

/** Returns why the response is wrong; null if it is right. */
export function faultOf(response: string, { status, expects, isLimited }: Expected): string | null {
  if (!response.startsWith(`HTTP/1.1 ${status} `)) return `the status is not ${status}`
  if (!response.includes(expects, response.indexOf('\r\n\r\n'))) return `the body lacks ${expects}`
  if (isLimited && response.match(rateHeaders)?.length !== 3) return 'the rate headers are missing'
  return null
}

const rateHeaders = /\r\nx-ratelimit-(?:limit|remaining|reset): \d/gi
