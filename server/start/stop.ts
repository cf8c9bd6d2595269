import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** The reason to stop, and the exit code: 0 if the stop was requested. */
export type StopRequest = { reason: string; code: number }

export type StopSignals = {
  first: Promise<StopRequest>
  /** The first request; null before there is one. */
  given: () => StopRequest | null
  give: (request: StopRequest) => void
}

/** Listens for signals immediately, so a signal during the start also stops cleanly. Only the first request counts. */
export function stopSignals(log: Logger): StopSignals {
  const { promise: first, resolve } = Promise.withResolvers<StopRequest>()
  let given: StopRequest | null = null
  const give = (request: StopRequest) => {
    if (given) return
    given = request
    log.info({ reason: request.reason }, 'stopping')
    // Exits within 15 s after the request, even if something hangs.
    setTimeout(() => process.exit(request.code || 1), 14_500).unref()
    resolve(request)
  }
  // The terminal was closed: later writes to it fail.
  process.once('SIGHUP', () => {
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => give({ reason: signal, code: 0 }))
  }
  // After either event the process state is unknown: finish running work and let the supervisor restart the process.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event)
      give({ reason: event, code: 1 })
    })
  }
  return { first, given: () => given, give }
}

/** After SIGTERM a node says so for this time and still takes requests, until the balancers have noticed. */
export const noticeMs = 3_000

/**
 * Stops accepting connections and waits until all running requests have their response. For the first half second only
 * the listening socket is closed, because a request may be arriving on a connection that looks idle. After that, idle
 * connections are closed every 200 ms: Node's close would wait for their timeout (measured: 74 s), or cut running
 * responses. After `deadlineMs` all connections are closed.
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
