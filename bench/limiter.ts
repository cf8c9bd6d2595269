import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createMemoryLimiter } from '#lib/rate-limiter/memory-limiter.ts'
import { median } from './support/median.ts'

/**
 * The in-memory limiter compared with rate-limiter-flexible: CPU per call, and bytes per key. This limiter is
 * synchronous; the peer returns a promise, which is awaited and which rejects if the request is over the limit. Reading
 * the clock is the largest part of this limiter's time, so the ratio is also measured with a constant clock for both.
 *
 * Each part runs in a separate process: the peer leaves a timer per key, and this limiter needs a clean heap to be
 * measured.
 */
export async function run(): Promise<{ name: string; value: number; goal: string }[]> {
  const results = Object.entries(workloads).flatMap(([name, { goal }]) => [
    ...rows(`limiter, ${name}`, inChild('speed', name) as Costs, goal),
    ...rows(`limiter, ${name}, constant clocks`, inChild('speed-without-clock', name) as Costs, ''),
  ])
  const bytes = inChild('bytes', '') as number
  return [
    ...results,
    { name: 'limiter, 100,000 keys with full windows: bytes per key', value: bytes, goal: '<= 1,500' },
  ]
}

const rows = (label: string, { ours, theirs, ratio }: Costs, goal: string) => [
  { name: `${label}: times rate-limiter-flexible`, value: Number(ratio.toFixed(1)), goal },
  { name: `${label}: ns of CPU per call`, value: Math.round(ours), goal: '' },
  { name: `${label}: ns of CPU per call of rate-limiter-flexible`, value: Math.round(theirs), goal: '' },
]

/** CPU per call in ns, and the peer's divided by this limiter's. Each is a median over the rounds. */
type Costs = { ours: number; theirs: number; ratio: number }
type Workload = { keys: number; limit: number; calls: number; goal: string }

/** `calls` is per round. Short rounds follow each other closely enough that both sides meet the same machine. */
const workloads: Record<string, Workload> = {
  'one key over its limit of 100': { keys: 1, limit: 100, calls: 20_000, goal: '>= 18' },
  'one key within its limit': { keys: 1, limit: 100_000, calls: 20_000, goal: '>= 8' },
  '100,000 keys within their limits': { keys: 100_000, limit: 100, calls: 100_000, goal: '>= 8' },
}
const WARM_UP = 20
const ROUNDS = 80

const newKeys = (count: number) => Array.from({ length: count }, () => `key:${randomUUID()}`)

/** Alternates between both (A B A B), so a busy machine slows both. Every key is used before the timing. */
async function speed({ keys: count, limit, calls }: Workload, now?: () => number): Promise<Costs> {
  const limiter = createMemoryLimiter(now ? { now } : {})
  const peer = new RateLimiterMemory({ points: limit, duration: 60 })
  const ours: number[] = []
  const theirs: number[] = []
  let keys = newKeys(count)
  for (let round = 0; round < ROUNDS; round++) {
    // A single key would soon reach its limit.
    if (count === 1) keys = newKeys(1)
    if (count === 1 || round === 0) {
      const first = Math.max(count, 100)
      takeAll(limiter, keys, limit, first)
      await consumeAll(peer, keys, first)
    }
    ours.push(await costOf(calls, () => takeAll(limiter, keys, limit, calls)))
    theirs.push(await costOf(calls, () => consumeAll(peer, keys, calls)))
  }
  const ratios = ours.map((cost, round) => (theirs[round] as number) / cost)
  const [middleOurs, middleTheirs, ratio] = [ours, theirs, ratios].map((all) => median(all.slice(WARM_UP)))
  return { ours: middleOurs as number, theirs: middleTheirs as number, ratio: ratio as number }
}

/** The CPU of this process, so time spent on other processes does not count. */
async function costOf(calls: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / calls
}

function takeAll(
  limiter: ReturnType<typeof createMemoryLimiter>,
  keys: string[],
  limit: number,
  calls: number,
) {
  let allowed = 0
  for (let call = 0; call < calls; call++) {
    if (limiter.take(keys[call % keys.length] as string, limit).allowed) allowed++
  }
  return allowed
}

async function consumeAll(peer: RateLimiterMemory, keys: string[], calls: number) {
  let allowed = 0
  for (let call = 0; call < calls; call++) {
    try {
      await peer.consume(keys[call % keys.length] as string)
      allowed++
    } catch {
      // Over the limit.
    }
  }
  return allowed
}

/** Bytes per key for 100,000 keys with 100 calls each, including the key itself. `external` includes array buffers. */
function bytes(): number {
  const before = held()
  const limiter = createMemoryLimiter()
  let keys = newKeys(100_000)
  for (let call = 0; call < 100; call++) {
    for (const key of keys) limiter.take(key, 100)
  }
  const kept = keys[0] as string
  keys = []
  const after = held()
  if (limiter.take(kept, 100).allowed) throw new Error('The windows were not full')
  return Math.round((after - before) / 100_000)
}

function held(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function inChild(part: 'speed' | 'speed-without-clock' | 'bytes', name: string): unknown {
  const script = fileURLToPath(import.meta.url)
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', script, part, name]).toString())
}

if (import.meta.main) {
  const [part, name = ''] = process.argv.slice(2)
  if (part === 'speed-without-clock') {
    const nowMs = Date.now()
    // The peer takes no clock as an option. Replacing the global is safe, because this process only measures.
    Date.now = () => nowMs
    console.log(JSON.stringify(await speed(workloads[name] as Workload, Date.now)))
  } else if (part === 'speed') console.log(JSON.stringify(await speed(workloads[name] as Workload)))
  else if (part === 'bytes') console.log(JSON.stringify(bytes()))
  else console.table(await run())
  process.exit()
}
