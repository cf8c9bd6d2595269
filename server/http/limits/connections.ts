import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import { Problem } from '../../lib/problem.ts'

export type ConnectionLimits = {
  /** Maximum of concurrent connections per address; 0 for no limit. */
  connectionsPerAddress: number
  /** Connections of trusted proxies are not counted. With a number of hops, every connection is from a proxy. */
  trustProxy: number | string[] | false
  onConnectionRefused: () => void
}

/**
 * Counts connections by the address of the socket. A connection over the limit gets a 503 on its first request and is
 * closed (`isOverLimit`). If many are over the limit, they are closed immediately, because responses cost too.
 */
export function limitConnections(server: Server, limits: ConnectionLimits) {
  const { connectionsPerAddress: most, trustProxy, onConnectionRefused } = limits
  const open = new Map<string, number>()
  const over = new WeakSet<Socket>()
  const isProxy = proxyTest(trustProxy)

  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? ''
    if (most === 0 || isProxy(ip)) return
    const address = addressSubject(ip)
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count <= most) return
    onConnectionRefused()
    if (count > most + maxTold) socket.destroy()
    else over.add(socket)
  })

  return { isOverLimit: (socket: Socket): boolean => over.has(socket) }
}

/** Number of connections over the limit that get a response. */
const maxTold = 32

function proxyTest(trustProxy: number | string[] | false): (ip: string) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return () => true
  const ranges = trustProxy.map((text) =>
    ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${bitsOf(text)}`),
  )
  return (ip) => {
    if (!ipaddr.isValid(ip)) return false
    const address = ipaddr.process(ip)
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
  }
}

const bitsOf = (text: string): number => (text.includes(':') ? 128 : 32)

export const tooManyConnections = new Problem('service_unavailable', (t) => t.requests.tooManyConnections, {
  retryAfterSeconds: 2,
})

/** A signal that aborts when the client disconnects, or when the response has been sent. */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  if (raw.closed) return AbortSignal.abort()
  const hangUp = new AbortController()
  raw.once('close', () => hangUp.abort())
  return hangUp.signal
}
