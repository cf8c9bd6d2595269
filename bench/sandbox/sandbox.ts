import { ensureDefaultTariff } from '../../server/pricing/store.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { callAtRandom } from '../../test/support/random-sandbox-calls.ts'
import { addJobs } from '../support/add-jobs.ts'
import { newKey } from '../support/keys.ts'
import { type Result, report } from '../support/result.ts'
import { startDray } from '../support/servers.ts'
import { compareLive } from './beside-live.ts'
import { measureLives } from './lives.ts'
import { compareTimelines } from './timelines.ts'

const { env } = process
const rounds = Number(env['SANDBOX_ROUNDS'] ?? 5)
const runs = Number(env['SANDBOX_RUNS'] ?? 1_000)
const worlds = Number(env['SANDBOX_WORLDS'] ?? 100)
// In turns, so a disturbance from outside meets both sides alike. Not short, because all worlds send concurrent
// requests when they begin.
const liveRounds = Number(env['SANDBOX_LIVE_ROUNDS'] ?? 9)
const seconds = Number(env['SANDBOX_SECONDS'] ?? 15)
const liveJobs = Number(env['SANDBOX_LIVE_JOBS'] ?? 0)
const calls = Number(env['SANDBOX_CALLS'] ?? 10_000)

/**
 * The sandbox over HTTP: how long lives take, whether the same requests get the same responses, what worlds cost a live
 * key, and whether random requests touch live rows. `SANDBOX_ONLY=lives,live` runs only these parts.
 */
export async function run(db: TestDatabase): Promise<Result[]> {
  await ensureDefaultTariff(db)
  if (liveJobs > 0) await addLiveJobs(db)
  // With the background tasks, which also look at the worlds.
  await using server = await startDray(db.url, { role: 'start' })
  const parts: Record<string, () => Promise<Result[]>> = {
    lives: () => measureLives(db, server.url, rounds),
    timelines: () => compareTimelines(db, server.url, runs),
    live: () => compareLive(db, server, { worlds, rounds: liveRounds, seconds }),
    random: async () => [await keepLiveRows()],
  }
  const only = env['SANDBOX_ONLY']?.split(',')
  // Each part is printed at once, because the last ones take long.
  for (const [name, measure] of Object.entries(parts))
    if (!only || only.includes(name)) console.log(report(await measure()))
  return []
}

/** Jobs of one live key, as many as a large installation has. */
async function addLiveJobs(db: TestDatabase): Promise<void> {
  const { keyId } = await newKey(db)
  await addJobs(db, { keyIds: [keyId], count: liveJobs })
}

async function keepLiveRows(): Promise<Result> {
  const { rows, tables, keys, statuses, checksumBefore, checksumAfter } = await callAtRandom(calls)
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  return {
    name: `random calls with ${keys} keys that left every live row as it was`,
    value: checksumBefore === checksumAfter ? calls : 0,
    goal: `>= ${calls}`,
    detail: `${rows} rows of ${tables} tables, checksum ${checksumBefore} and ${checksumAfter}; ${answers.join(', ')}`,
  }
}
