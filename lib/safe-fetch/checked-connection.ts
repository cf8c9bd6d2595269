import type { LookupFunction, Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { type Address, canonical } from './checked-addresses.ts'

/** Connects only to the checked addresses, even if DNS now returns others, and verifies the peer's address. */
export async function connectorTo(addresses: Address[], dial?: Dial): Promise<buildConnector.connector> {
  const connect = dial ? dial(addresses) : await dialDirectly(addresses)
  const expected = new Set(addresses.map(({ address }) => canonical(address)))
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      if (expected.has(canonical(peerOf(socket)))) return callback(null, socket)
      socket.destroy()
      return callback(new Error('connected to another address than the one checked'), null)
    })
}

/** Opens a socket to one of these addresses; tests replace it with a recorder. */
export type Dial = (addresses: Address[]) => buildConnector.connector

/** undici is large, so it is loaded by the first download. */
async function dialDirectly(addresses: Address[]): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici')
  return buildConnector({
    lookup: answering(addresses),
    timeout: 5_000,
    allowH2: false,
    maxCachedSessions: 0,
  })
}

const answering =
  (addresses: Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

const peerOf = (socket: Socket): string => socket.remoteAddress ?? ''
