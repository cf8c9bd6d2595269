import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Stops accepting connections and waits until all running requests are answered. For the first half second only the
 * listening socket is closed, because a request may be arriving on a connection that looks idle. After that, idle
 * connections are closed every 200 ms: Node's close would wait for their timeout (measured: 74 s), or cut requests that
 * are being answered. After `deadlineMs` all connections are closed.
 */
export async function drain(app: FastifyInstance, { deadlineMs }: { deadlineMs: number }): Promise<void> {
  Server.prototype.close.call(app.server)
  await sleep(500)
  const closing = app.close()
  const sweep = setInterval(() => app.server.closeIdleConnections(), 200)
  app.server.closeIdleConnections()
  const late = sleep(deadlineMs, undefined, { ref: false }).then(() => app.server.closeAllConnections())
  await Promise.race([closing, late])
  clearInterval(sweep)
  await closing
}
