import { ensureDefaultTariff } from '../server/pricing/store.ts'
import { createDatabase, type TestDatabase } from '../test/support/database.ts'
import { uniqueJob } from './calls/scene.ts'
import { type Generator, startGenerator } from './load/generator.ts'
import { prepare, uniqueMembers } from './load/prepare.ts'
import { addJobs } from './support/add-jobs.ts'
import { pairs } from './support/create-load.ts'
import { newKey, newKeys } from './support/keys.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { startDray } from './support/servers.ts'

/** Indexes of the tables that a create writes which only the panel and the partner's pages use, and for what. */
const panelIndexes = {
  job_list: 'the list of jobs, without a filter or by their creation',
  job_list_status: 'jobs by state',
  job_list_key: 'jobs of a partner',
  job_list_test: 'jobs of test keys',
  job_list_pickup: 'jobs from a town',
  job_list_dropoff: 'jobs to a town',
  job_list_updated: 'jobs by their last change',
  job_owed: 'Today: money that is owed; jobs with owed money',
  job_opened_draft: 'Today: opened drafts that are about to expire',
  job_coarse: 'Today: addresses that are located too coarsely',
  sms_not_arrived: 'Today: texts that did not arrive',
  request_log_partner: 'calls of a partner',
  request_log_key: 'calls with a key',
  request_log_errors: 'grouped errors of a partner',
}

const [rounds, seconds, connections] = [7, 2, 10]

/**
 * What the indexes of the panel cost a create: two databases with 100,000 jobs (`INDEX_JOBS`), one without them, in
 * turns.
 */
export async function run(): Promise<Result[]> {
  const count = Number(process.env.INDEX_JOBS ?? 100_000)
  await using generator = await startGenerator()
  await using indexed = await openSide(generator, 'with the indexes', count)
  await using bare = await openSide(generator, 'without them', count)
  await bare.db.pool.query(`drop index ${Object.keys(panelIndexes).join(', ')}`)
  const seen = new Map([indexed, bare].map((side) => [side, [] as Cost[]]))
  for (let round = 0; round <= rounds; round++)
    for (const [side, costs] of seen) {
      const cost = await measure(generator, side)
      // The first round warms the caches.
      if (round > 0) costs.push(cost)
    }
  const of = (side: Side, pick: (cost: Cost) => number) => median((seen.get(side) ?? []).map(pick))
  const compared = (name: string, unit: string, pick: (cost: Cost) => number): Result => ({
    name: `indexes of the panel: ${name}, with them against without`,
    value: of(indexed, pick) / of(bare, pick),
    goal: '',
    detail: `${Math.round(of(indexed, pick))} against ${Math.round(of(bare, pick))} ${unit}`,
  })
  return [
    compared('creates, 10 connections', 'a second', ({ perSecond }) => perSecond),
    compared('write-ahead log of a create', 'bytes', ({ walBytes }) => walBytes),
  ]
}

type Side = { db: TestDatabase; name: string } & AsyncDisposable

async function openSide(generator: Generator, name: string, count: number): Promise<Side> {
  await using opened = new AsyncDisposableStack()
  const db = opened.use(await createDatabase())
  await ensureDefaultTariff(db)
  const { keyId } = await newKey(db)
  await addJobs(db, { keyIds: [keyId], count })
  const { url } = opened.use(await startDray(db.url))
  const requests = (await newKeys(db, 200)).map((key, index) => createRequest(key, index))
  await generator.prepare({ name, url, requests, isLimited: true })
  const all = opened.move()
  return { db, name, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

const createRequest = (key: string, index: number) =>
  prepare({
    method: 'POST',
    path: '/v1/jobs',
    headers: { 'x-api-key': key },
    body: uniqueJob(pairs[index % pairs.length] ?? { pickup: { address: '' }, dropoff: { address: '' } }),
    status: 201,
    expects: uniqueMembers.external_reference,
  })

type Cost = { perSecond: number; walBytes: number }

async function measure(generator: Generator, { db: { pool }, name }: Side): Promise<Cost> {
  const read = async () => {
    const { rows } = await pool.query<{ wal: number; jobs: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal, (select count(*) from job) as jobs`,
    )
    return rows[0] ?? { wal: 0, jobs: 0 }
  }
  // A checkpoint in a round would write whole pages; before each round they cost the same.
  await pool.query('checkpoint')
  const before = await read()
  const { answered, seconds: took, wrong, samples } = await generator.run(name, { connections, seconds })
  if (wrong > 0) throw new Error(samples.join(', '))
  const perSecond = answered / took
  const after = await read()
  return { perSecond, walBytes: (after.wal - before.wal) / (after.jobs - before.jobs) }
}
