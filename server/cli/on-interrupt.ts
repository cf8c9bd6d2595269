import os from 'node:os'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * Ends the process at a signal, and runs its exit handlers: without them, a PostgreSQL started by the command would
 * keep running. The open transaction is rolled back.
 */
export const exitOnInterrupt = (): Disposable => onInterrupt((code) => process.exit(code))

/** Aborts at a signal, so the command undoes what it has begun. The next signal ends the process immediately. */
export function abortOnInterrupt(outcome: string): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const listening = onInterrupt(() => controller.abort(new OperatorError(`Interrupted: ${outcome}`)))
  return { signal: controller.signal, [Symbol.dispose]: () => listening[Symbol.dispose]() }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls `stop` with the exit code of the signal, once. Afterwards signals end the process, as they do by default. */
function onInterrupt(stop: (exitCode: number) => void): Disposable {
  const forget = () => {
    for (const name of signals) process.off(name, interrupted)
  }
  const interrupted = (name: (typeof signals)[number]) => {
    forget()
    stop(128 + os.constants.signals[name])
  }
  for (const name of signals) process.on(name, interrupted)
  return { [Symbol.dispose]: forget }
}
