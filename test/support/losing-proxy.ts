import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'

/** `cut` closes the connection in place of the response, `half` in the middle of its body. */
export type Loss = 'cut' | 'half'

export type LosingProxy = LocalServer & {
  /** Loses the next responses to `METHOD /path`, one for each loss. The service has answered them. */
  lose: (request: string, ...losses: Loss[]) => void
  /** The `Idempotency-Key` of each request that had one. */
  keys: string[]
}

/** A proxy before a Dray that loses responses. */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  const losses = new Map<string, Loss[]>()
  const keys: string[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = 'GET', url = '/', headers } = request
    if (headers['idempotency-key']) keys.push(String(headers['idempotency-key']))
    const answer = await fetch(target + url, {
      method,
      headers: kept(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])),
      ...(body && { body }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const loss = losses.get(`${method} ${url}`)?.shift()
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
    lose: (request: string, ...lost: Loss[]) => void losses.set(request, lost),
  })
}

/** Headers without those that belong to one connection. */
const kept = (headers: [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.filter(([name]) => !ofConnection.has(name)))

const ofConnection = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
