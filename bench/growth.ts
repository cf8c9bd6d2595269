import { request } from 'undici'
import { expireDrafts } from '../server/jobs/drafts/expire-drafts.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import { aligned } from './calls/table.ts'
import { startGenerator } from './load/generator.ts'
import { prepare } from './load/prepare.ts'
import { addJobs } from './support/add-jobs.ts'
import type { Bench } from './support/bench.ts'
import { newJob } from './support/create-load.ts'
import { newKey, newManyKeys } from './support/keys.ts'
import { median } from './support/median.ts'
import type { ServerProcess } from './support/server-process.ts'
import { startDray } from './support/servers.ts'

type Figures = Record<'statusMs' | 'createMs' | 'emptySweepMs' | 'thousandMs', number>

/**
 * The effect of many jobs (`--jobs 10000,1000000,10000000`) on a status call and a create, each after the other, and on
 * the deletion of expired drafts; and of many keys (`--many-keys 10,100000`) on the CPU time of a status call.
 */
export async function run({ db, options }: Bench): Promise<void> {
  await ensureDefaultTariff(db)
  const { keyId, apiKey } = await newKey(db)
  const head = ['jobs', 'status p50, ms', 'create p50, ms', 'empty sweep, ms', 'sweep of a thousand, ms']
  const rows: string[][] = []
  let jobs = 0
  for (const count of options.jobs) {
    await addJobs(db, { keyIds: [keyId], count: count - jobs })
    jobs = count
    const { statusMs, createMs, emptySweepMs, thousandMs } = await measure(db, apiKey)
    const cells = [statusMs.toFixed(3), createMs.toFixed(2), emptySweepMs.toFixed(2), thousandMs.toFixed(1)]
    rows.push([count.toLocaleString('en'), ...cells])
    // So far, because the next row can take half an hour.
    console.log(`${aligned([head, ...rows])}\n`)
  }
  const perKeys = [['keys', 'status/s, 10 connections', 'p50, ms', 'node µs of a status call']]
  for (const count of options.manyKeys) perKeys.push(await measureKeys(db, count, options.seconds))
  console.log(aligned(perKeys))
}

type Db = Bench['db']

async function measure(db: Db, apiKey: string): Promise<Figures> {
  await using dray = await startDray(db.url)
  const statusMs = await readMs(db, dray, apiKey)
  const createMs = await createsMs(dray, apiKey)
  await expireDrafts(db)
  const emptySweepMs = await medianMs(20, async () => void (await expireDrafts(db)))
  return { statusMs, createMs, emptySweepMs, thousandMs: await sweepMs(db) }
}

/** Sequential calls for random jobs; the first pass warms the cache. */
async function readMs({ pool }: Db, { url }: ServerProcess, apiKey: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from job tablesample bernoulli (20) where key_id is not null limit 2000`,
  )
  const read = async ({ id }: { id: string }) => {
    const { statusCode, body } = await request(`${url}/v1/jobs/${id}`, { headers: { 'x-api-key': apiKey } })
    if (!(await body.text()).includes(id)) throw new Error(`status ${statusCode} without the id`)
  }
  for (const row of rows) await read(row)
  let next = 0
  return medianMs(rows.length * 2, () => read(rows[next++ % rows.length] ?? { id: '' }))
}

async function createsMs({ url }: ServerProcess, apiKey: string): Promise<number> {
  const begunAt = Date.now()
  let count = 0
  const create = async () => {
    const body = {
      ...newJob,
      external_reference: `growth-${begunAt}-${count}`,
      customer_phone: `+3472${String((begunAt + count++) % 10_000_000).padStart(7, '0')}`,
    }
    const response = await request(`${url}/v1/jobs`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode !== 201) throw new Error(`a create was answered ${response.statusCode}: ${text}`)
  }
  for (let warmUp = 0; warmUp < 300; warmUp++) await create()
  return medianMs(700, create)
}

async function medianMs(times: number, work: () => Promise<void>): Promise<number> {
  const timings: number[] = []
  for (let time = 0; time < times; time++) {
    const begunAt = performance.now()
    await work()
    timings.push(performance.now() - begunAt)
  }
  return median(timings)
}

async function sweepMs(db: Db): Promise<number> {
  const thousands = 5
  await db.pool.query(
    `update job set expires_at = now() - interval '1 second'
     where id in (select id from job where status = 'draft' order by id limit $1)`,
    [thousands * 1_000],
  )
  const begunAt = performance.now()
  const deleted = await expireDrafts(db)
  if (deleted !== thousands * 1_000) throw new Error(`${deleted} deleted`)
  return (performance.now() - begunAt) / thousands
}

/** A load in which every call has the next key, and a job of that key. */
async function measureKeys(db: Db, count: number, seconds: number): Promise<string[]> {
  const keys = await newManyKeys(db, count)
  const jobs = Math.max(count, 4_000)
  const ids = await addJobs(db, { keyIds: keys.map(({ keyId }) => keyId), count: jobs })
  const requests = ids.map((id, index) => {
    const headers = { 'x-api-key': keys[index % keys.length]?.apiKey ?? '' }
    return prepare({ path: `/v1/jobs/${id}`, headers, expects: id })
  })
  await using dray = await startDray(db.url)
  await using generator = await startGenerator()
  await generator.prepare({ name: 'status', url: dray.url, requests, isLimited: true })
  await generator.run('status', { connections: 10, seconds: 3 })
  const before = dray.cpuMicros()
  const { answered, wrong, samples, p50Ms, ...took } = await generator.run('status', {
    connections: 10,
    seconds: seconds * 5,
  })
  if (wrong > 0) throw new Error(samples.join(', '))
  const micros = (dray.cpuMicros() - before) / answered
  const perSecond = Math.round(answered / took.seconds).toLocaleString('en')
  return [count.toLocaleString('en'), perSecond, p50Ms.toFixed(2), micros.toFixed(1)]
}
