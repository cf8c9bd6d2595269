import { fork } from 'node:child_process'
import path from 'node:path'
import type { Load, Order, Outcome, Pace } from './load.ts'

export type Generator = AsyncDisposable & {
  prepare: (load: Load) => Promise<void>
  run: (name: string, pace: Pace) => Promise<Outcome>
}

type Reply = { outcome: Outcome | null } | { error: string }

/**
 * Starts the load generator in a separate process. It writes prepared bytes to plain sockets, which costs less of the
 * two cores than an HTTP client, and checks every response.
 */
export async function startGenerator(): Promise<Generator> {
  const child = fork(path.join(import.meta.dirname, 'process.ts'), { execArgv: [] })
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`))),
  )
  ended.catch(() => {})
  const ask = async (order: Order) => {
    const replied = new Promise<Reply>((resolve) => child.once('message', (reply) => resolve(reply as Reply)))
    child.send(order)
    const reply = await Promise.race([replied, ended])
    if ('error' in reply) throw new Error(reply.error)
    return reply.outcome
  }
  return {
    async prepare(load) {
      await ask({ prepare: load })
    },
    async run(name, pace) {
      const outcome = await ask({ run: name, pace })
      if (!outcome) throw new Error(`${name} was not measured`)
      return outcome
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await ended.catch(() => {})
    },
  }
}
