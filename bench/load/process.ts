import { sendable } from './connection.ts'
import type { Order } from './load.ts'
import { type PreparedLoad, runLoad } from './run-load.ts'

/** The process of the load generator, which is not the one that measures. */
const loads = new Map<string, PreparedLoad>()
// Several generators may run concurrently, and what they create must differ.
let count = (process.pid % 1_000) * 100_000

process.on('message', (order: Order) => {
  obey(order).then(
    (outcome) => process.send?.({ outcome }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())

async function obey(order: Order) {
  if ('prepare' in order) {
    const { requests, ...load } = order.prepare
    loads.set(load.name, { ...load, requests: requests.map(sendable), sent: 0 })
    return null
  }
  const load = loads.get(order.run)
  if (!load) throw new Error(`no load ${order.run}`)
  return runLoad(load, order.pace, () => count++)
}
