import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/**
 * Loaded before a server with `--import`: takes a CPU profile between two messages of the parent process, or from the
 * first line on with `BENCH_PROFILE_START`.
 */
type Order = { profile: 'start' } | { profile: 'stop'; file: string }

const session = new Session()
session.connect()

async function start(): Promise<void> {
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 250 })
  await session.post('Profiler.start')
}

async function obey(order: Order): Promise<void> {
  if (order.profile === 'start') await start()
  else writeFileSync(order.file, JSON.stringify((await session.post('Profiler.stop')).profile))
  process.send?.({ profiled: order.profile })
}

process.on('message', (order: Order) => {
  if ('profile' in order) void obey(order)
})
// The channel alone must not keep the server running.
process.channel?.unref()
if (process.env.BENCH_PROFILE_START) await start()
