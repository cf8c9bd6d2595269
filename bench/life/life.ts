import { mkdtempSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachSettled } from '../../server/lib/for-each-settled.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { wideCodeCaps } from '../../test/support/dray.ts'
import { serveLocally } from '../../test/support/local-server.ts'
import { aligned } from '../calls/table.ts'
import { twelveMegapixels } from '../photos/twelve-megapixels.ts'
import { printProfile, profileFile } from '../profile/save-profile.ts'
import type { Bench } from '../support/bench.ts'
import { childrenMicrosOf, databaseMicros } from '../support/cpu.ts'
import type { Result } from '../support/result.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startDray } from '../support/servers.ts'
import { newLives, openPlace } from './place.ts'
import { type Life, type Step, steps } from './steps.ts'

const livesAtOnce = 4
const warmUpLives = 20
const never = new AbortController().signal
const goalSeconds = 0.15

/**
 * What a whole job costs (`--lives`, 60): processor time of Node, of its photo decoders and of PostgreSQL, and bytes.
 * All lives go through a step together, so the time of a step is that of its requests and of the background work that
 * they cause. What an idle Dray uses in that time is subtracted. `--profile` shows where Node's time goes.
 */
export async function run(bench: Bench): Promise<Result[]> {
  const { db, options } = bench
  const photo = await twelveMegapixels()
  await using host = await serveLocally((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo),
  )
  await using dray = await startDray(db.url, {
    role: 'start',
    profiled: options.profile,
    env: {
      ...wideCodeCaps,
      RATE_LIMIT_PER_MINUTE: '100000',
      PHOTO_SOURCES_ALLOWED: host.host,
      PHOTO_DIR: photoFolder,
    },
  })
  const photos = [1, 2, 3].map((number) => `${host.url}/${number}.jpg`)
  const dataDir = process.env['DATA_DIR'] ?? ''
  const place = await openPlace({ db, url: dray.url, dataDir }, { photos })
  const meter = meterOf(dray, bench.postmaster)
  // Code and plans are warm, as those of a server that has run for a minute.
  await liveThrough(newLives(place, warmUpLives), steps, meter)
  const lives = newLives(place, options.lives)
  const idle = await meter.during(() => sleep(5_000))
  const bytesBefore = await bytesOf(db)
  if (options.profile) await dray.startProfile()
  const costs = await liveThrough(lives, steps, meter)
  if (options.profile) await saveProfile(dray, lives.length)
  print(costs.map((cost) => perLife(cost, { idle, count: lives.length })))
  return resultsOf(
    costs.map((cost) => perLife(cost, { idle, count: lives.length })),
    { before: bytesBefore, after: await bytesOf(db), count: lives.length },
  )
}

const photoFolder = mkdtempSync(path.join(os.tmpdir(), 'dray-bench-photos-'))

type Micros = Record<'node' | 'decoders' | 'database', number>
type Cost = Micros & { name: string; ms: number }

/** Work after the last response, such as a batch of the request log, belongs to the step that caused it. */
const settleMs = 500

const meterOf = (dray: ServerProcess, postmaster: number) => {
  const read = (): Micros => ({
    node: dray.cpuMicros(),
    decoders: childrenMicrosOf(dray.pid),
    database: databaseMicros(postmaster),
  })
  return {
    async during(work: () => Promise<void>): Promise<Micros & { ms: number }> {
      const [before, begunAt] = [read(), performance.now()]
      await work()
      await sleep(settleMs)
      const after = read()
      return {
        node: after.node - before.node,
        decoders: after.decoders - before.decoders,
        database: after.database - before.database,
        ms: performance.now() - begunAt,
      }
    },
  }
}

type Meter = ReturnType<typeof meterOf>

async function liveThrough(lives: Life[], all: readonly Step[], meter: Meter): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const { name, live } of all) {
    const cost = await meter.during(() => forEachSettled(lives, never, live, livesAtOnce))
    costs.push({ name, ...cost })
  }
  return costs
}

/** Microseconds of one life, without what an idle Dray uses. */
function perLife(cost: Cost, { idle, count }: { idle: Micros & { ms: number }; count: number }): Cost {
  const of = (name: keyof Micros) => Math.max(0, cost[name] - (idle[name] / idle.ms) * cost.ms) / count
  return { ...cost, node: of('node'), decoders: of('decoders'), database: of('database') }
}

function print(costs: Cost[]): void {
  const ms = (micros: number) => (micros / 1_000).toFixed(2)
  const rows = costs.map(({ name, node, decoders, database }) => [
    name,
    ms(node),
    ms(decoders),
    ms(database),
    ms(node + decoders + database),
  ])
  console.log(aligned([['step of a life', 'node ms', 'decoders ms', 'db ms', 'together ms'], ...rows]))
}

type Bytes = Record<'tables' | 'log' | 'photos', number>

async function bytesOf({ pool }: TestDatabase): Promise<Bytes> {
  const { rows } = await pool.query<{ tables: number; log: number }>(
    `select pg_database_size(current_database())::float8 as tables,
       (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as log`,
  )
  const { tables = 0, log = 0 } = rows[0] ?? {}
  return { tables, log, photos: await sizeOf(photoFolder) }
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Grown = { before: Bytes; after: Bytes; count: number }

function resultsOf(costs: Cost[], { before, after, count }: Grown): Result[] {
  const sum = (of: (cost: Cost) => number) => costs.reduce((all, cost) => all + of(cost), 0) / 1e6
  const [node, decoders, database] = [sum((c) => c.node), sum((c) => c.decoders), sum((c) => c.database)]
  const detail = `node ${node.toFixed(3)}, photos ${decoders.toFixed(3)}, PostgreSQL ${database.toFixed(3)}`
  const kilobytes = (name: keyof Bytes) => (after[name] - before[name]) / count / 1_024
  return [
    {
      name: 'processor time of a job, s',
      value: node + decoders + database,
      goal: `<= ${goalSeconds}`,
      detail,
    },
    { name: 'tables and indexes of a job, KiB', value: kilobytes('tables'), goal: '' },
    { name: 'write-ahead log of a job, KiB', value: kilobytes('log'), goal: '' },
    { name: 'stored photos of a job, KiB', value: kilobytes('photos'), goal: '' },
  ]
}

async function saveProfile(dray: ServerProcess, count: number): Promise<void> {
  const file = profileFile('life')
  await dray.stopProfile(file)
  printProfile('life, of each job', { file, count })
}
