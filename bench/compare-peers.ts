import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { request } from 'undici'
import { createDatabase } from '../test/support/database.ts'
import { requestsOf } from './calls/loads.ts'
import { interleaved, type MeasureNeeds, type Side } from './calls/measure.ts'
import { openScene } from './calls/scene.ts'
import { aligned } from './calls/table.ts'
import { createTally } from './calls/tally.ts'
import { startGenerator } from './load/generator.ts'
import type { Load, PreparedRequest } from './load/load.ts'
import { prepare, uniqueMembers } from './load/prepare.ts'
import type { Bench } from './support/bench.ts'
import { newJob } from './support/create-load.ts'
import { sentUrl, startProgram } from './support/server-process.ts'
import { startDray } from './support/servers.ts'

const folder = path.join(import.meta.dirname, 'peers')
const key = randomUUID()

/** A service that others would build this with: its file, and how its API names the two operations. */
type Peer = {
  name: string
  file: string
  path: string
  headers: Record<string, string>
  idMember: string
  goals: Record<Operation, number>
}
type Operation = 'read' | 'create'

const peers: Peer[] = [
  {
    name: 'Parse Server',
    file: 'parse.mjs',
    path: '/classes/PeerJob',
    headers: { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': key },
    idMember: 'objectId',
    goals: { read: 12, create: 3.7 },
  },
  {
    name: 'NestJS + TypeORM',
    file: 'nest.mjs',
    path: '/jobs',
    headers: { 'x-api-key': key },
    idMember: 'id',
    goals: { read: 9, create: 5 },
  },
]

/**
 * Reads of a job by its id and creates of a job, each with a key in a header, against services built with well-known
 * frameworks, on the same PostgreSQL. Their create only writes a row of the same size; Dray's also locates the
 * addresses, prices the job and writes the SMS.
 */
export async function run(bench: Bench): Promise<void> {
  installPeers()
  await using dray = await startDray(bench.db.url)
  await using generator = await startGenerator()
  const scene = await openScene(bench, dray.url)
  const tally = createTally()
  const needs = { generator, postmaster: bench.postmaster, tally, bench }
  const ours = { read: requestsOf('status', scene).dray, create: requestsOf('create', scene).dray }
  const rows: string[][] = []
  for (const [operation, requests] of Object.entries(ours))
    await generator.prepare({ name: `${operation} of Dray`, url: dray.url, requests, isLimited: true })
  for (const peer of peers) rows.push(...(await compare(needs, peer, dray)))
  const head = [
    'peer, operation, connections',
    'req/s Dray / peer',
    'ratio',
    'goal',
    'node µs',
    'p50 ms',
    'p99 ms',
  ]
  console.log(aligned([head, ...rows]))
  console.log(tally.report())
  if (!tally.isRight()) throw new Error('a server answered wrongly')
}

type Needs = MeasureNeeds & { bench: Bench }

async function compare(needs: Needs, peer: Peer, dray: Side['server']): Promise<string[][]> {
  const { rounds, seconds, connections: all } = needs.bench.options
  await using db = await createDatabase()
  const env = { DATABASE_URL: db.url, PEER_KEY: key, NODE_ENV: 'production' }
  const file = path.join(folder, peer.file)
  await using server = await startProgram({ file, env, cwd: folder }, sentUrl)
  const rows: string[][] = []
  for (const [operation, requests] of Object.entries(await requestsOfPeer(peer, server.url))) {
    const name = `${operation} of ${peer.name}`
    const load: Load = { name, url: server.url, requests, isLimited: false }
    await needs.generator.prepare(load)
    const sides: [Side, Side] = [
      { name, server },
      { name: `${operation} of Dray`, server: dray },
    ]
    for (const connections of all.filter((count) => count > 1)) {
      const [theirs, ours] = await interleaved(needs, sides, { rounds, seconds, connections })
      const both = (of: (figure: typeof ours) => string) => `${of(ours)} / ${of(theirs)}`
      rows.push([
        `${peer.name}, ${operation}, ${connections}`,
        both(({ perSecond }) => Math.round(perSecond).toLocaleString('en')),
        (ours.perSecond / theirs.perSecond).toFixed(2),
        `>= ${peer.goals[operation as Operation]}`,
        both(({ nodeMicros }) => nodeMicros.toFixed(0)),
        both(({ p50Ms }) => p50Ms.toFixed(2)),
        both(({ p99Ms }) => p99Ms.toFixed(1)),
      ])
    }
  }
  return rows
}

/** What Dray stores of such a job. */
const stop = {
  address: 'Calle Mayor 10, 28013 Madrid',
  lat: 40.4165,
  lon: -3.70256,
  locality: 'Madrid',
  postcode: '28013',
}
const row = {
  ...newJob,
  status: 'draft',
  pickup: stop,
  dropoff: stop,
  route: { distanceKm: 330.8, driveMinutes: 225, source: 'embedded' },
  price: { baseCents: 25_744, feeCents: 3_862, totalCents: 29_606, helperCents: 25_744 },
  duration_minutes: 300,
  expires_at: '2030-01-01T00:00:00.000Z',
}

const jobCount = 4_000

async function requestsOfPeer(peer: Peer, url: string): Promise<Record<Operation, PreparedRequest[]>> {
  const headers = peer.headers
  const create = prepare({
    method: 'POST',
    path: peer.path,
    headers,
    body: { ...row, ...uniqueMembers },
    status: 201,
    expects: `"${peer.idMember}":"`,
  })
  const jobs: PreparedRequest[] = []
  while (jobs.length < jobCount) {
    const some = Array.from({ length: 20 }, () => createOne(peer, url))
    for (const id of await Promise.all(some))
      jobs.push(prepare({ path: `${peer.path}/${id}`, headers, expects: `"${peer.idMember}":"${id}"` }))
  }
  return { read: jobs, create: [create] }
}

async function createOne({ path: target, headers, idMember }: Peer, url: string): Promise<string> {
  const response = await request(url + target, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...row, external_reference: randomUUID(), customer_phone: newJob.customer_phone }),
  })
  const text = await response.body.text()
  const id = (JSON.parse(text) as Record<string, string | undefined>)[idMember]
  if (response.statusCode !== 201 || !id) throw new Error(`${url} answered ${response.statusCode}: ${text}`)
  return id
}

/** Installs the peers if they are missing or older than their lock file. */
function installPeers(): void {
  const installed = path.join(folder, 'node_modules', '.package-lock.json')
  const lock = path.join(folder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
}
