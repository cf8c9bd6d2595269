import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'

/**
 * `cut` closes the connection in place of the response, `half` in the middle of its body. A refusal is sent in place of
 * the service, which does not get the request.
 */
export type Loss = 'cut' | 'half' | { status: number; retryAfter?: number }

export type LosingProxy = LocalServer & {
  /** Loses the next responses to `METHOD /path`, one for each loss. */
  lose: (request: string, ...losses: Loss[]) => void
  /** The `Idempotency-Key` of each request that had one. */
  keys: string[]
  /** When each request arrived, in milliseconds of `performance.now()`. */
  arrivals: number[]
}

/** A proxy before a Dray that loses responses. */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  const losses = new Map<string, Loss[]>()
  const keys: string[] = []
  const arrivals: number[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = 'GET', url = '/', headers } = request
    arrivals.push(performance.now())
    if (headers['idempotency-key']) keys.push(String(headers['idempotency-key']))
    const loss = losses.get(`${method} ${url}`)?.shift()
    if (typeof loss === 'object') {
      if (loss.retryAfter !== undefined) response.setHeader('retry-after', loss.retryAfter)
      response.writeHead(loss.status).end()
      return
    }
    const answer = await fetch(target + url, {
      method,
      headers: kept(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])),
      ...(body && { body }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (loss === 'cut') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { ...kept([...answer.headers]), 'content-length': bytes.length })
    if (loss === 'half') response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
    else response.end(bytes)
  }
  const server = await serveLocally((request, response, body) => {
    forward(request, response, body).catch(() => request.socket.destroy())
  })
  return Object.assign(server, {
    keys,
    arrivals,
    lose: (request: string, ...lost: Loss[]) => void losses.set(request, lost),
  })
}

/** Headers without those that belong to one connection. */
const kept = (headers: [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.filter(([name]) => !ofConnection.has(name)))

const ofConnection = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  // Java offers HTTP/2 with them.
  'upgrade',
  'http2-settings',
  // Waits for a response before the body, and `fetch` refuses to send it.
  'expect',
])
