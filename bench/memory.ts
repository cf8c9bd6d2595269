import { setTimeout as sleep } from 'node:timers/promises'
import { startImageHost } from '../test/support/image-host.ts'
import { requestsOf } from './calls/loads.ts'
import { openScene, type Scene, uniqueJob } from './calls/scene.ts'
import { aligned } from './calls/table.ts'
import { startGenerator } from './load/generator.ts'
import type { Outcome, PreparedRequest } from './load/load.ts'
import { prepare, uniqueMembers } from './load/prepare.ts'
import type { Bench } from './support/bench.ts'
import { median } from './support/median.ts'
import { openPeople } from './support/people.ts'
import type { Result } from './support/result.ts'
import type { ServerProcess } from './support/server-process.ts'
import { startDray } from './support/servers.ts'

/** One kind of traffic, at a constant rate. */
type Traffic = {
  name: string
  requests: PreparedRequest[]
  isLimited: boolean
  perSecond: number
  connections: number
}

const streamCount = 500
const MiB = 2 ** 20

/**
 * Minutes (`--minutes`, 10) of mixed load at a constant rate, with 500 open event streams: reads, estimates, creates,
 * creates with a photo, and reads of the app. Prints the resident memory of the Node process over time, and the
 * latencies of each kind. All run in one Dray that also runs the background tasks.
 */
export async function run(bench: Bench): Promise<Result[]> {
  const { db, options } = bench
  await using pictures = await startImageHost()
  await using dray = await startDray(db.url, {
    role: 'start',
    // All requests of the bench come from one address.
    env: {
      PHOTO_SOURCES_ALLOWED: pictures.host,
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  })
  const idleBytes = dray.residentBytes()
  const scene = await openScene(bench, dray.url)
  await using people = await openPeople(db, dray.url, streamCount)
  const traffic = trafficOf(scene, people.reads, `${pictures.url}/red.jpg`)
  const seconds = options.minutes * 60
  const watching = watch(dray, seconds)
  const outcomes = await Promise.all(traffic.map((each) => send(each, dray.url, seconds)))
  const samples = await watching
  const alive = people.openStreams()
  await sleep(1_000)
  printLatencies(traffic, outcomes)
  const wrong = outcomes.reduce((sum, each) => sum + each.wrong, 0)
  if (wrong > 0) throw new Error(outcomes.flatMap((outcome) => outcome.samples).join('\n'))
  if (alive !== streamCount) throw new Error(`${streamCount - alive} event streams have ended`)
  return resultsOf(samples, { idleBytes, afterBytes: dray.residentBytes() })
}

function trafficOf(scene: Scene, reads: PreparedRequest[], photo: string): Traffic[] {
  const api = (name: 'status' | 'estimate' | 'create', perSecond: number, connections: number) => {
    return { name, requests: requestsOf(name, scene).dray, isLimited: true, perSecond, connections }
  }
  const withPhoto = {
    name: 'create with a photo',
    requests: photoRequests(scene.keys, photo),
    isLimited: true,
  }
  return [
    api('status', 400, 10),
    api('estimate', 200, 10),
    api('create', 50, 5),
    { ...withPhoto, perSecond: 2, connections: 4 },
    { name: 'jobs of a customer (app)', requests: reads, isLimited: false, perSecond: 50, connections: 5 },
  ]
}

function photoRequests(keys: string[], photo: string): PreparedRequest[] {
  const { pickup, dropoff, ...job } = uniqueJob({
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Gran Via 1, 48001 Bilbao' },
  })
  return keys.map((key) =>
    prepare({
      method: 'POST',
      path: '/v1/jobs',
      headers: { 'x-api-key': key },
      body: { ...job, pickup, dropoff, photos: [photo] },
      status: 201,
      expects: uniqueMembers.external_reference,
    }),
  )
}

/** A generator for each kind, because one runs one load at a time.  */
async function send(
  { name, requests, isLimited, perSecond, connections }: Traffic,
  url: string,
  seconds: number,
): Promise<Outcome> {
  await using generator = await startGenerator()
  await generator.prepare({ name, url, requests, isLimited })
  return await generator.run(name, { connections, seconds, perSecond })
}

/** Prints the resident memory some times a minute. @returns it every second. */
async function watch(dray: ServerProcess, seconds: number): Promise<number[]> {
  const samples: number[] = []
  const printEvery = Math.max(10, Math.round(seconds / 20))
  for (let second = 1; second <= seconds; second++) {
    await sleep(1_000)
    samples.push(dray.residentBytes())
    if (second % printEvery === 0)
      console.log(`${String(second).padStart(5)} s  ${((samples.at(-1) ?? 0) / MiB).toFixed(0)} MiB`)
  }
  return samples
}

function printLatencies(traffic: Traffic[], outcomes: Outcome[]): void {
  const rows = outcomes.map(({ answered, p50Ms, p99Ms, wrong }, index) => [
    traffic[index]?.name ?? '',
    answered.toLocaleString('en'),
    p50Ms.toFixed(2),
    p99Ms.toFixed(1),
    String(wrong),
  ])
  console.log(aligned([['operation', 'answers', 'p50 ms', 'p99 ms', 'wrong'], ...rows]))
}

function resultsOf(
  samples: number[],
  { idleBytes, afterBytes }: Record<'idleBytes' | 'afterBytes', number>,
): Result[] {
  const quarter = Math.ceil(samples.length / 4)
  const [second, last] = [samples.slice(quarter, quarter * 2), samples.slice(-quarter)].map(median)
  const most = Math.max(...samples) / MiB
  return [
    { name: 'resident memory, just started, MiB', value: idleBytes / MiB, goal: '<= 110' },
    {
      name: 'resident memory after the load, MiB',
      value: afterBytes / MiB,
      goal: '<= 220',
      detail: `at most ${most.toFixed(0)} on the way`,
    },
    {
      name: 'resident memory in the last quarter against the second',
      value: (last ?? Number.NaN) / (second ?? Number.NaN),
      goal: '<= 1.05',
      detail: 'flat if near 1',
    },
  ]
}
