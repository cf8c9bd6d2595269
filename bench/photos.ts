import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { issueKey } from '../server/keys/issue.ts'
import { newId } from '../server/lib/ids.ts'
import { insertPartner } from '../server/partners/store.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { type Child, startChild } from './photos/children.ts'
import { twelveMegapixels } from './photos/twelve-megapixels.ts'
import type { Bench } from './support/bench.ts'
import { newJob } from './support/create-load.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { operatingFlags } from './support/servers.ts'

const perCall = 10
const rounds = 9

/**
 * Creates of ten 12-megapixel photos each, one at a time, against sharp alone, two photos at a time. Photo host, Dray
 * and sharp are separate processes; rounds alternate.
 */
export async function run({ db }: Bench): Promise<Result[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-bench-'))
  const file = path.join(folder, 'photo.jpg')
  const photo = await twelveMegapixels()
  await writeFile(file, photo)
  const env = { BENCH_PHOTO: file, BENCH_PHOTOS: String(perCall), DATABASE_URL: db.url, DATA_DIR: folder }
  try {
    await using host = await startChild('host.ts', env)
    await using bare = await startChild('bare.ts', env)
    const sources = { PHOTO_SOURCES_ALLOWED: new URL(host.url).host }
    await using dray = await startChild('dray.ts', { ...env, ...sources }, operatingFlags())
    const create = await creator(db, { dray, host })
    const convert = () => bare.ask()
    // A decoder starts with the first photo that finds no free one.
    for (const warmUp of [create, create, convert]) await warmUp()
    const [theirs, ours]: [Round[], Round[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      theirs.push(await measured(convert, bare, host))
      ours.push(await measured(create, dray, host))
    }
    return report(theirs, ours, photo.length)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates one job with ten photos. @throws when it is refused. */
async function creator(db: TestDatabase, { dray, host }: { dray: Child; host: Child }) {
  await ensureDefaultTariff(db)
  const partnerId = newId()
  await insertPartner(db.kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const order = { partnerId, mode: 'live' as const, rateLimitPerMinute: 100_000 }
  const { apiKey } = await issueKey({ kysely: db.kysely, service: 'dray' }, order)
  const photos = Array.from({ length: perCall }, (_, index) => `${host.url}/${index}.jpg`)
  return async () => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ ...newJob, external_reference: newId(), photos })
    const response = await fetch(`${dray.url}/v1/jobs`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`a create was answered ${response.status}`)
    await response.json()
  }
}

/** Milliseconds: wall time, and CPU of the process, of its children and of the photo host. */
type Round = { wall: number; own: number; children: number; host: number }

async function measured(work: () => Promise<void>, of: Child, host: Child): Promise<Round> {
  const [before, hostBefore, begunAt] = [of.cpuMs(), host.cpuMs().own, performance.now()]
  await work()
  const wall = performance.now() - begunAt
  const after = of.cpuMs()
  return {
    wall,
    own: after.own - before.own,
    children: after.children - before.children,
    host: host.cpuMs().own - hostBefore,
  }
}

function report(theirs: Round[], ours: Round[], bytes: number): Result[] {
  const of = (list: Round[], part: keyof Round) => median(list.map((round) => round[part]))
  const mean = (list: Round[], part: keyof Round) =>
    list.reduce((sum, round) => sum + round[part], 0) / list.length / perCall
  const rate = (list: Round[]) => `${((perCall * 1_000) / of(list, 'wall')).toFixed(1)}/s`
  const cpu = (part: keyof Round) => `${mean(ours, part).toFixed(1)} ms`
  const split = `server ${cpu('own')}, decoders ${cpu('children')}, photo host ${cpu('host')}`
  const bareCpu = mean(theirs, 'own')
  return [
    {
      name: 'photos: ten of one create against bare sharp two at a time',
      value: of(theirs, 'wall') / of(ours, 'wall'),
      goal: '>= 0.92',
      detail: `${rate(ours)} against ${rate(theirs)}, ${Math.round(bytes / 1_024)} KiB each`,
    },
    { name: 'photos: ten of one create, ms', value: of(ours, 'wall'), goal: '<= 380' },
    {
      name: 'photos: CPU of server and decoders against bare sharp',
      value: (mean(ours, 'own') + mean(ours, 'children')) / bareCpu,
      goal: '',
      detail: `a photo: ${split}; bare sharp ${bareCpu.toFixed(1)} ms`,
    },
  ]
}
