import type { Logger } from 'pino'

/** Why to stop, and the exit code that says whether it was wanted. */
export type StopOrder = { reason: string; code: number }

export type StopOrders = { first: Promise<StopOrder>; give: (order: StopOrder) => void }

/**
 * Listens for signals from the first moment on, so that one that comes during the start ends it in order as well. Only
 * the first order counts.
 */
export function stopOrders(log: Logger): StopOrders {
  const { promise: first, resolve } = Promise.withResolvers<StopOrder>()
  let given = false
  const give = (order: StopOrder) => {
    if (given) return
    given = true
    log.info({ reason: order.reason }, 'stopping')
    // Whatever hangs, the process is gone within 15 s of being asked.
    setTimeout(() => process.exit(order.code || 1), 14_500).unref()
    resolve(order)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => give({ reason: signal, code: 0 }))
  }
  // After either nobody knows what state we are in: finish what runs and let the supervisor start us anew.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event)
      give({ reason: event, code: 1 })
    })
  }
  return { first, give }
}
