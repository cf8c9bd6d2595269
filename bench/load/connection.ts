import net from 'node:net'
import type { PreparedRequest } from './load.ts'
import { faultOf, lengthOf } from './response.ts'
import { type Stamp, stampedReference, stampOf } from './stamp.ts'

/** A request as bytes. With a stamp, each sending differs. */
export type Sendable = PreparedRequest & { bytes: Buffer; stamp: Stamp | null }

export const sendable = (request: PreparedRequest): Sendable => ({
  ...request,
  bytes: Buffer.from(request.text, 'latin1'),
  stamp: stampOf(request.text),
})

export type Turn = { request: Sendable; count: number }
export type Journal = {
  /** The next request, or null when the time is over. */
  next: () => Turn | null
  /** How long the next request must wait to keep the rate. */
  waitMs: () => number
  onAnswer: (micros: number, fault: string | null) => void
}

/** A connection with one request in flight. `start` sends requests until there is no next one. */
export type Connection = { start: () => Promise<void>; close: () => void }

type Target = { url: string; isLimited: boolean }

export async function connect({ url, isLimited }: Target, journal: Journal): Promise<Connection> {
  const done = Promise.withResolvers<void>()
  const own = Buffer.alloc(4_096)
  let received = ''
  let turn: Turn | null = null
  let sentAt = 0
  const sendWhenDue = () => {
    const waitMs = journal.waitMs()
    if (waitMs <= 0) return send()
    turn = null
    setTimeout(send, waitMs)
  }
  const send = () => {
    turn = journal.next()
    if (!turn) return done.resolve()
    const { request, count } = turn
    sentAt = performance.now()
    socket.write(request.stamp ? stamped(request, { count, own }) : request.bytes)
  }
  const receive = (text: string) => {
    received = received ? received + text : text
    const length = lengthOf(received)
    if (length === null || !turn) return true
    const micros = (performance.now() - sentAt) * 1_000
    journal.onAnswer(micros, faultOf(received, { ...expected(turn), isLimited }))
    received = received.slice(length)
    sendWhenDue()
    return true
  }
  const { hostname: host, port } = new URL(url)
  const buffer = Buffer.alloc(65_536)
  const onread = { buffer, callback: (length: number) => receive(buffer.toString('latin1', 0, length)) }
  const socket = net.connect({ host, port: Number(port), noDelay: true, onread })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => {})
  socket.on('close', () => {
    if (turn) journal.onAnswer(0, 'the connection was closed before the answer')
    done.resolve()
  })
  return { start: () => (sendWhenDue(), done.promise), close: () => socket.destroy() }
}

/** The connection's own copy: it sends the next request only after the response to this one. */
function stamped({ bytes, stamp }: Sendable, { count, own }: { count: number; own: Buffer }): Buffer {
  const copy = own.subarray(0, bytes.length)
  bytes.copy(copy)
  stamp?.(copy, count)
  return copy
}

const expected = ({ request: { status, expects, stamp }, count }: Turn) => ({
  status,
  expects: stamp ? stampedReference(expects, count) : expects,
})
