import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Problem } from '../lib/problem.ts'
import { addressSubject } from '../ratelimit/address-subject.ts'

export type ConnectionLimits = {
  /** Connections of one address at once; 0 for no limit. */
  connectionsPerAddress: number
  /** Proxies connect for everybody: theirs are not counted. A number of hops says that every connection is a proxy's. */
  trustProxy: number | string[] | false
  onConnectionRefused: () => void
}

/**
 * Counts connections by the address of the socket. One over the limit is told 503 on its first request and closed
 * (`isOverLimit`); many over it are cut, as even an answer costs something.
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
    if (count > most + mostTold) socket.destroy()
    else over.add(socket)
  })

  return { isOverLimit: (socket: Socket): boolean => over.has(socket) }
}

/** So many connections over the limit are answered. */
const mostTold = 32

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

export const tooManyConnections = new Problem(
  'service_unavailable',
  {
    en: 'This address has too many open connections. Please reuse them.',
    es: 'Esta dirección tiene demasiadas conexiones abiertas. Reutilízalas.',
  },
  { retryAfterSeconds: 2 },
)
