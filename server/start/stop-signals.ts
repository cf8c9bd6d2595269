import type { Logger } from 'pino'

/** The reason to stop, and the exit code: 0 if the stop was requested. */
export type StopRequest = { reason: string; code: number }

export type StopSignals = {
  first: Promise<StopRequest>
  /** The first request; null before there is one. */
  given: () => StopRequest | null
  give: (request: StopRequest) => void
}

/** Listens for signals at once, so that a signal during the start also stops cleanly. Only the first request counts. */
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
  // The terminal was closed: what is written to it from now on fails.
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
