import assert from 'node:assert/strict'
import net from 'node:net'
import { assertConforms } from './conformance.ts'
import { reportExchange } from './report-exchange.ts'

export type RawAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

/**
 * Sends raw bytes, for requests that no HTTP client would send, and reads until the server closes the connection. The
 * request should have `Connection: close`. The response is checked against the published document as that of `path`.
 */
export async function sendRaw(
  url: string,
  bytes: string | Buffer | (string | Buffer)[],
  { method = 'POST', path = '/v1/none' }: { method?: string; path?: string } = {},
): Promise<RawAnswer> {
  const text = await exchange(url, [bytes].flat())
  const answer = parse(text)
  const { status, headers } = answer
  assertConforms({ method, path, status, headers, text: answer.text })
  const recorded = { status, headers: Object.fromEntries(headers), text: answer.text }
  // Of an accepted request the bytes would be needed.
  if (status >= 400) await reportExchange(() => ({ request: { method, path, headers: {} }, recorded }))
  return answer
}

/** Builds a raw request: adds `\r\n`, and `Content-Length` if no header sets it. */
export function rawRequest(
  start: string,
  headers: string[],
  body: string | Buffer = '',
): (string | Buffer)[] {
  const sized = headers.some((header) => /^(content-length|transfer-encoding)\s*:/i.test(header))
  const length = sized || body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [[start, ...headers, ...length, 'Connection: close', '', ''].join('\r\n'), body]
}

function exchange(url: string, parts: (string | Buffer)[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
    for (const part of parts) socket.write(part)
  })
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses early may reset the connection while the client still sends; the response before it counts.
  socket.on('error', (error) => chunks.length === 0 && reject(error))
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  socket.setTimeout(15_000, () => socket.destroy(new Error('the server kept the connection open')))
  return promise
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  assert.ok(end > 0, `no HTTP answer: ${JSON.stringify(answer.slice(0, 200))}`)
  const [start = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const text = answer.slice(end + 4)
  const isJson = headers.get('content-type')?.includes('json')
  return {
    status: Number(start.split(' ')[1]),
    headers,
    text,
    body: (isJson && text ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}
