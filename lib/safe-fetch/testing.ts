import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import type { Address } from './checked-addresses.ts'
import type { Dial } from './checked-connection.ts'
import { FetchRefused, type RefusalReason } from './fetch-errors.ts'
import { type FetchGuard, safeDownload } from './safe-download.ts'

/** Download options with limits that tests do not reach unintentionally. */
export const options = {
  headers: { 'user-agent': 'test' },
  maxBytes: 2_097_152,
  totalTimeoutMs: 5_000,
}

export type Host = AsyncDisposable & {
  port: number
  authority: string
  hits: string[]
  headers: http.IncomingHttpHeaders[]
}

/** An HTTP server on 127.0.0.1 that records its requests. */
export async function startHost(answer: http.RequestListener): Promise<Host> {
  const hits: string[] = []
  const headers: http.IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    hits.push(request.url ?? '')
    headers.push(request.headers)
    answer(request, response)
  })
  const disposable = await listen(server)
  const { port } = server.address() as AddressInfo
  return Object.assign(disposable, { port, authority: `127.0.0.1:${port}`, hits, headers })
}

export async function listen(server: net.Server): Promise<AsyncDisposable> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A host that must get no request. */
export const startCanary = () => startHost((_, response) => response.end('secret'))

/** Simulates the internet: every connection is recorded and goes to `host`, which appears under the first address. */
export function internet(host: Host, peer?: string): { dial: Dial; dialled: string[][] } {
  const dialled: string[][] = []
  const dial: Dial = (addresses) => {
    dialled.push(addresses.map(({ address }) => address))
    const connect = buildConnector({ timeout: 1_000 })
    return (options, callback) =>
      connect(
        { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(host.port) },
        (error, socket) => {
          if (error) return callback(error, null)
          Object.defineProperty(socket, 'remoteAddress', { value: peer ?? addresses[0]?.address })
          return callback(null, socket)
        },
      )
  }
  return { dial, dialled }
}

/** Addresses as DNS returns them. */
export const answer = (...addresses: string[]): Address[] =>
  addresses.map((address) => ({ address, family: net.isIP(address) }))

export const publicAddress = '93.184.216.34'

/** Returns the reason of the refusal. Asserts that it has the common message and is not immediate. */
export async function refusal(
  guard: FetchGuard,
  url: string,
  totalTimeoutMs = 5_000,
): Promise<RefusalReason> {
  const begunAt = performance.now()
  const error = await safeDownload(guard, url, { ...options, totalTimeoutMs }).then(
    () => assert.fail(`${url} was fetched`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof FetchRefused, `${url}: ${String(error)}`)
  assert.equal(error.message, 'The file could not be downloaded')
  assert.ok(performance.now() - begunAt > 40, `${url} was refused at once`)
  return error.reason
}
