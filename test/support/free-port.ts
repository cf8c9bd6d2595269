import { randomInt } from 'node:crypto'
import net from 'node:net'

/**
 * A free port of 127.0.0.1, below the range that the system uses for outgoing connections, to keep it free between a
 * stop and a start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = net.createServer()
  server.on('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}

/** Whether a server listens on this port of 127.0.0.1. */
export function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
