import type { Dispatcher } from 'undici'
import type { Address } from './checked-addresses.ts'
import { connectorTo, type Dial } from './checked-connection.ts'
import { decoded } from './content-coding.ts'
import { FetchRefused } from './fetch-errors.ts'
import { releaseBuffer } from './release-buffer.ts'

/** The checked addresses, the headers of the request and the limits of the response. */
export type CheckedRequest = {
  addresses: Address[]
  headers: Record<string, string>
  maxBytes: number
  signal: AbortSignal
  dial?: Dial | undefined
}

/**
 * Sends one GET request on a new connection.
 *
 * @returns the body, or the absolute URL of a redirect, which is not checked yet.
 * @throws {FetchRefused} for a response that is not accepted. Throws undici's error if there is no response.
 */
export async function checkedRequest(
  url: URL,
  { addresses, headers, maxBytes, signal, dial }: CheckedRequest,
): Promise<Buffer | string> {
  const { Client } = await import('undici')
  const connect = await connectorTo(addresses, dial)
  // The signal is the only timeout: undici's timeouts restart with every byte.
  const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0 })
  // undici reacts to a request's signal only once connected, and a host that drops our packets never connects.
  const stop = () => void client.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const path = url.pathname + url.search
    const response = await client.request({
      method: 'GET',
      path,
      headers: { ...headers, ...uncompressed },
      signal,
    })
    // An aborted stream without an error listener would end the process.
    response.body.on('error', () => {})
    if (redirectCodes.has(response.statusCode)) return redirectTarget(url, response.headers.location)
    if (response.statusCode !== 200) throw new FetchRefused('status')
    return await readBody(response, maxBytes)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const uncompressed = { 'accept-encoding': 'identity' }
const redirectCodes = new Set([301, 302, 303, 307, 308])

/**
 * Refuses a redirect from https to http. Browsers read the bytes of `Location` as UTF-8; undici reads them as latin1.
 */
function redirectTarget(from: URL, location: string | string[] | undefined): string {
  const to = typeof location === 'string' ? URL.parse(asUtf8(location), from.href) : null
  if (!to || (from.protocol === 'https:' && to.protocol !== 'https:')) throw new FetchRefused('redirect')
  return to.href
}

const asUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8')

/**
 * Counts the bytes received, because a server may declare any length, and stops at the limit, before and after
 * decoding.
 */
async function readBody({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new FetchRefused('size')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FetchRefused('size')
    chunks.push(chunk)
  }
  return await decoded(joined(chunks, bytes), headers['content-encoding'], maxBytes)
}

/** Moves the chunks to one buffer, whose memory is not shared. */
function joined(chunks: Buffer[], bytes: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for (const chunk of chunks) {
    at += chunk.copy(whole, at)
    releaseBuffer(chunk)
  }
  return whole
}
