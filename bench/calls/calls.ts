import { type Generator, startGenerator } from '../load/generator.ts'
import type { Bench } from '../support/bench.ts'
import { newJob } from '../support/create-load.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startBare, startDray } from '../support/servers.ts'
import { type CallName, type Requests, requestsOf } from './loads.ts'
import { interleaved, type MeasureNeeds, type Side } from './measure.ts'
import { profileCalls } from './profile-calls.ts'
import { openScene, type Scene } from './scene.ts'
import { type Row, tableOf } from './table.ts'
import { createTally } from './tally.ts'
import { fillWindow } from './windows.ts'

/**
 * The requests of the partner API, compared with a bare server on the same database. Beside the load, keys with a limit
 * of 100 send 151 requests concurrently.
 *
 * @throws Error if a response was wrong, a window was not exact, or a created job is missing.
 */
export async function run(bench: Bench, calls: readonly CallName[]): Promise<void> {
  if (bench.options.profile) return profileCalls(bench, calls)
  const { db } = bench
  await using dray = await startDray(db.url)
  await using bare = await startBare(db.url)
  await using generator = await startGenerator()
  const scene = await openScene(bench, dray.url)
  const tally = createTally()
  const sides = new Map<CallName, [Side, Side]>()
  for (const call of calls)
    sides.set(call, await prepareSides(generator, { call, dray, bare, requests: requestsOf(call, scene) }))
  const needs: Needs = { generator, postmaster: bench.postmaster, tally, bench, sides }
  console.log(tableOf(await measureAll(needs)))
  await besideWindows(needs)
  console.log(tally.report())
  const missing = await missingJobs(needs, scene)
  if (missing !== 0) throw new Error(`${missing} jobs of answered creates are not in the database`)
  if (!tally.isRight()) throw new Error('the server answered wrongly')
}

type Needs = MeasureNeeds & { bench: Bench; sides: Map<CallName, [Side, Side]> }

type Servers = { call: CallName; dray: ServerProcess; bare: ServerProcess; requests: Requests }

async function prepareSides(
  generator: Generator,
  { call, dray, bare, requests }: Servers,
): Promise<[Side, Side]> {
  const side = (name: string, server: ServerProcess): Side => ({ name: `${call} of ${name}`, server })
  const sides: [Side, Side] = [side('bare', bare), side('Dray', dray)]
  await generator.prepare({ name: sides[0].name, url: bare.url, requests: requests.bare, isLimited: false })
  await generator.prepare({ name: sides[1].name, url: dray.url, requests: requests.dray, isLimited: true })
  return sides
}

async function measureAll({ bench: { options }, sides, ...needs }: Needs): Promise<Row[]> {
  const { rounds, seconds } = options
  const rows: Row[] = []
  for (const [call, pair] of sides)
    for (const connections of options.connections) {
      const [bare, dray] = await interleaved(needs, pair, { rounds, seconds, connections })
      rows.push({ call, connections, bare, dray })
    }
  return rows
}

const windowsPerLoad = 3

/**
 * Loads that are not measured, because of the windows beside them, until the bench has sent as many requests as asked.
 */
async function besideWindows({ bench: { db, options }, generator, tally, sides }: Needs): Promise<void> {
  const body = JSON.stringify({ size: newJob.size, pickup: newJob.pickup, dropoff: newJob.dropoff })
  do {
    for (const [, [, { name, server }]] of sides)
      for (const connections of options.connections) {
        const fillWindows = async () => {
          for (let count = 0; count < windowsPerLoad; count++)
            await fillWindow({ db, url: server.url, tally }, body)
        }
        const [outcome] = await Promise.all([
          generator.run(name, { connections, seconds: options.seconds }),
          fillWindows(),
        ])
        tally.add(name, outcome)
      }
  } while (tally.requests() < options.requests)
}

/** The number of creates with a 201 response but without a row. */
async function missingJobs({ bench: { db }, tally, sides }: Needs, { jobs }: Scene): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from job where key_id is not null',
  )
  const created = tally.answered(sides.get('create')?.[1].name ?? '')
  return jobs.length + created - (rows[0]?.count ?? 0)
}
