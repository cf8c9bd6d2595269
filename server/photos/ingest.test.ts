import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { collectOrphans } from './collect.ts'
import { createPhotoDecoder } from './decoder.ts'
import { discardPhotos } from './discard.ts'
import { createPhotoIngest, type PhotoNeeds } from './ingest.ts'
import { isPhotoName, newPhotoName } from './name.ts'
import { openPhoto } from './read.ts'
import { disk } from './storage/disk.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { insertPending } from './store.ts'

const decoder = createPhotoDecoder({ processes: 2 })
after(() => decoder.stop())

/** `/WIDTHxHEIGHT` is a photo, `/WIDTHxHEIGHT/200` comes 200 ms later, `/text` is not a photo, `/stall` never ends. */
const photoHost = http.createServer((request, response) => void answer(request.url ?? '', response))

async function answer(url: string, response: http.ServerResponse) {
  const [, size = '', delayMs = '0'] = url.split('/')
  const [width, height] = size.split('x').map(Number)
  if (size === 'stall') return response.write('a')
  if (!width || !height) return response.writeHead(size === 'missing' ? 404 : 200).end('<html>')
  const background = { r: 90, g: 10, b: 10 }
  const photo = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return setTimeout(() => response.end(photo), Number(delayMs))
}
photoHost.listen(0, '127.0.0.1')
await once(photoHost, 'listening')
after(() => {
  photoHost.closeAllConnections()
  photoHost.close()
})
const place = `127.0.0.1:${(photoHost.address() as AddressInfo).port}`
const url = (rest: string) => `http://${place}/${rest}`

type House = Omit<PhotoNeeds, 'pool'> &
  AsyncDisposable & { db: TestDatabase; pool: TestDatabase['pool']; files(): Promise<string[]> }

/** A separate database and folder. */
async function createHouse(
  change: (storage: PhotoStorage) => Partial<PhotoStorage> = () => ({}),
): Promise<House> {
  const db = await createDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dray-photos-'))
  const storage = disk.connect({}, { dataDir })
  return {
    db,
    pool: db.pool,
    guard: { allowed: [place] },
    decoder,
    storage: { ...storage, ...change(storage) },
    async files() {
      const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function rowsOf({ pool }: House) {
  const { rows } = await pool.query<{ name: string; job_id: string | null; bytes: number }>(
    'select name, job_id, bytes, width, height from photo order by position',
  )
  return rows
}

async function assertNothingLeft(house: House): Promise<void> {
  assert.deepEqual(await rowsOf(house), [])
  assert.deepEqual(await house.files(), [])
}

const failing = () =>
  Promise.reject(new ProviderError('test', 'down', { retryable: true, outcome: 'refused' }))

/** A job as `insertDraft` creates it, with these photos. */
async function insertJob(
  { pool }: House,
  names: string[],
  job: { status?: string; lifetimeSeconds?: number } = {},
) {
  const id = newId()
  await pool.query(
    `with new_tariff as (insert into tariff (id, starts_at, terms) values ($1, now(), '{}') returning id),
     new_job as (
       insert into job (id, short_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
         tariff_id, price, expires_at)
       select $1, $1::text, 'test', $2, 'Sofa', 'M', '+34600111222', '{}', '{}', '{}', 30, new_tariff.id, '{}',
         now() + make_interval(secs => $3)
       from new_tariff returning id
     ), new_photos as (
       update photo set job_id = new_job.id, position = position + 100 from new_job where name = any($4)
     ) select`,
    [id, job.status ?? 'draft', job.lifetimeSeconds ?? 3_600, names],
  )
  return id
}

test('4.2 photos come back in the order of their URLs, however long each takes', async () => {
  await using house = await createHouse()
  const ingest = createPhotoIngest(house)
  const result = await ingest([
    url('101x20/150'),
    url('102x20'),
    url('103x20/60'),
    url('104x20'),
    url('3200x1600'),
  ])
  assert.ok(result.ok)
  assert.deepEqual(
    result.photos.map(({ width, height }) => [width, height]),
    [
      [101, 20],
      [102, 20],
      [103, 20],
      [104, 20],
      [1600, 800],
    ],
  )
  const rows = await rowsOf(house)
  assert.deepEqual(
    rows,
    result.photos.map((photo) => ({ ...photo, job_id: null })),
  )
  assert.deepEqual((await house.files()).sort(), rows.map(({ name }) => name).sort())
  const jobId = await insertJob(
    house,
    result.photos.map(({ name }) => name),
  )
  const attached = await rowsOf(house)
  assert.deepEqual(
    attached,
    result.photos.map((photo) => ({ ...photo, job_id: jobId })),
    'the order is the job\u2019s too',
  )
})

test('2A the name of a stored photo cannot be guessed', async () => {
  const names = Array.from({ length: 1_000 }, newPhotoName)
  assert.equal(new Set(names).size, 1_000)
  for (const name of names) assert.ok(isPhotoName(name), name)
  assert.match(names[0] ?? '', /^[0-9A-Za-z]{27}\.jpg$/, '27 of 62 characters are 160 bits')
})

test('no photos, nothing to do', async () => {
  await using house = await createHouse()
  assert.deepEqual(await createPhotoIngest(house)([]), { ok: true, photos: [] })
})

test('4.2 all or nothing: one bad photo of three leaves no file and no row, and every bad one is named', async () => {
  await using house = await createHouse()
  const ingest = createPhotoIngest(house)
  const bad = [
    url('text'),
    url('missing'),
    'http://127.0.0.1:1/',
    'http://localhost/a.jpg',
    'file:///etc/passwd',
    'x',
  ]
  for (const other of bad) {
    assert.deepEqual(await ingest([url('40x30'), other, url('50x30/50')]), { ok: false, faults: [1] }, other)
  }
  assert.deepEqual(await ingest([url('text'), url('40x30'), url('missing')]), { ok: false, faults: [0, 2] })
  await assertNothingLeft(house)
})

test('the operator learns how each photo fared', async () => {
  await using house = await createHouse()
  const results: (string | undefined)[][] = []
  const ingest = createPhotoIngest({
    ...house,
    onResult: (result, _, reason) => results.push([result, reason]),
  })
  await ingest([url('40x30'), url('50x30')])
  assert.deepEqual(results.splice(0), [
    ['stored', undefined],
    ['stored', undefined],
  ])
  await ingest([url('text')])
  await ingest([url('missing')])
  await ingest(['http://127.0.0.1/a.jpg'])
  assert.deepEqual(results, [
    ['not_an_image', undefined],
    ['fetch_refused', 'status'],
    ['fetch_refused', 'url'],
  ])
})

test('3 a storage that fails is a ProviderError, and nothing of the others is left', async () => {
  let puts = 0
  await using house = await createHouse((storage) => ({
    put: (name, bytes) => (++puts === 2 ? failing() : storage.put(name, bytes)),
  }))
  const results: string[] = []
  const ingest = createPhotoIngest({ ...house, onResult: (result) => results.push(result) })
  await assert.rejects(ingest([url('40x30'), url('41x30'), url('42x30')]), ProviderError)
  assert.equal(puts, 3)
  assert.deepEqual(results, ['storage_failed', 'storage_failed', 'storage_failed'])
  await assertNothingLeft(house)
})

test('3 what cannot be taken back keeps its row, so that the collector finds it', async () => {
  let down = true
  await using house = await createHouse((storage) => ({
    put: async (name, bytes) => {
      await storage.put(name, bytes)
      await failing()
    },
    remove: (name) => (down ? failing() : storage.remove(name)),
  }))
  await assert.rejects(createPhotoIngest(house)([url('40x30')]), ProviderError)
  assert.equal((await rowsOf(house)).length, 1)
  await house.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  await assert.rejects(collectOrphans(house), ProviderError)
  assert.equal((await rowsOf(house)).length, 1)
  down = false
  assert.equal(await collectOrphans(house), 1)
  await assertNothingLeft(house)
})

test('2A a photo host that stalls is the photo\u2019s fault at the photo\u2019s deadline', async () => {
  await using house = await createHouse()
  const ingest = createPhotoIngest({ ...house, timeouts: { photoMs: 150, callMs: 250 } })
  const result = await ingest(Array.from({ length: 10 }, () => url('stall')))
  assert.ok(!result.ok)
  assert.deepEqual(result.faults.slice(0, 2), [0, 1])
  await assertNothingLeft(house)
})

test('3 decoders that have no time are our fault: ProviderError, and nothing is left', async () => {
  await using house = await createHouse()
  const none = createPhotoDecoder({ processes: 0 })
  const ingest = createPhotoIngest({ ...house, decoder: none, timeouts: { photoMs: 1_000, callMs: 200 } })
  await assert.rejects(ingest([url('40x30'), url('41x30')]), ProviderError)
  await assertNothingLeft(house)
})

test('4.2 photos cut by the deadline of their call, or never begun, are our fault and not theirs', async () => {
  await using house = await createHouse()
  const results: string[] = []
  const ingest = createPhotoIngest({
    ...house,
    timeouts: { photoMs: 5_000, callMs: 150 },
    onResult: (result) => results.push(result),
  })
  await assert.rejects(ingest(Array.from({ length: 10 }, () => url('40x30/2000'))), ProviderError)
  assert.deepEqual(new Set(results), new Set(['busy']))
  assert.equal(results.length, 10)
  await assertNothingLeft(house)
})

test('4.2 more photos of one host than can be had in time are refused at once, and those of others are taken', async () => {
  await using house = await createHouse()
  const counts: number[] = []
  const guard = { allowed: [place, place.replace('127.0.0.1', 'localhost')] }
  const ingest = createPhotoIngest({ ...house, guard, onUnderWay: (count) => counts.push(count) })
  const callers = new AbortController()
  const ten = Array.from({ length: 10 }, () => url('stall'))
  const waiting = Array.from({ length: 12 }, () => ingest(ten, callers.signal))
  const ended = Promise.allSettled(waiting)
  await assert.rejects(ingest(ten), { name: 'Error', message: 'photos: the queue is too long' })
  assert.equal(counts.at(-1), 120)
  assert.ok((await ingest([url('40x30').replace('127.0.0.1', 'localhost')])).ok)
  callers.abort()
  await ended
  assert.equal(counts.at(-1), 0)
})

test('2A photos of one partner on slow hosts, whatever their names, leave room for those of another', async () => {
  await using house = await createHouse()
  const named = place.replace('127.0.0.1', 'localhost')
  const ingest = createPhotoIngest({ ...house, guard: { allowed: [place, named] } })
  const hangUp = new AbortController()
  const slow = Array.from({ length: 10 }, (_, index) => `http://${index % 2 ? place : named}/stall`)
  const stalled = Array.from({ length: 5 }, () => ingest(slow, hangUp.signal, 'A').catch(() => 'ended'))
  const other = await ingest([url('64x48')], undefined, 'B')
  assert.equal(other.ok, true)
  hangUp.abort()
  assert.deepEqual(new Set(await Promise.all(stalled)), new Set(['ended']))
})

test('a caller that hangs up ends it, and nothing is left', async () => {
  await using house = await createHouse()
  const caller = new AbortController()
  const call = createPhotoIngest(house)([url('40x30'), url('stall')], caller.signal)
  setTimeout(() => caller.abort(new Error('hung up')), 50)
  await assert.rejects(call, /hung up/)
  await assertNothingLeft(house)
})

test('many calls at once are all served', async () => {
  await using house = await createHouse()
  const ingest = createPhotoIngest(house)
  const calls = Array.from({ length: 20 }, () => ingest([url('40x30'), url('41x30')]))
  for (const result of await Promise.all(calls)) assert.ok(result.ok)
  assert.equal((await house.files()).length, 40)
})

async function storeOne(house: House): Promise<string> {
  const result = await createPhotoIngest(house)([url('40x30')])
  assert.ok(result.ok)
  return result.photos[0]?.name ?? ''
}

test('a photo is shown while its job is: not before, not from expires_at on', async () => {
  await using house = await createHouse()
  const name = await storeOne(house)
  assert.equal(await openPhoto(house, name), null, 'no job has it')
  const id = await insertJob(house, [name])
  const photo = await openPhoto(house, name)
  assert.ok(photo)
  const bytes = await buffer(photo.stream)
  assert.equal(bytes.length, photo.bytes)
  assert.equal((await sharp(bytes).metadata()).format, 'jpeg')
  await house.pool.query('update job set expires_at = now() where id = $1', [id])
  assert.equal(await openPhoto(house, name), null, 'the draft has expired')
  await house.pool.query(`update job set status = 'posted' where id = $1`, [id])
  const posted = await openPhoto(house, name)
  posted?.stream.destroy()
  assert.ok(posted, 'a posted job does not expire')
})

test('2A an unknown name, a path, and a photo whose file is gone are not found', async () => {
  await using house = await createHouse()
  const name = await storeOne(house)
  await insertJob(house, [name])
  for (const other of [
    newPhotoName(),
    '../../etc/passwd',
    `${name}/..`,
    name.toLowerCase(),
    '',
    name.slice(0, -4),
  ]) {
    assert.equal(await openPhoto(house, other), null, other)
  }
  await house.storage.remove(name)
  assert.equal(await openPhoto(house, name), null)
})

test('the photos of a deleted job are collected at once, however young; those of living jobs never', async () => {
  await using house = await createHouse()
  const [kept, gone] = [await storeOne(house), await storeOne(house)]
  await insertJob(house, [kept])
  const id = await insertJob(house, [gone])
  assert.equal(await collectOrphans(house), 0)
  await house.pool.query('delete from job where id = $1', [id])
  assert.equal(await collectOrphans(house), 1)
  assert.deepEqual(await house.files(), [kept])
  assert.deepEqual(
    (await rowsOf(house)).map(({ name }) => name),
    [kept],
  )
})

test('3 photos whose create call never ended are collected after an hour, not while it may still run', async () => {
  await using house = await createHouse()
  const name = await storeOne(house)
  // The request ended after the row was inserted and before the file was stored.
  await insertPending(house.pool, [{ name: newPhotoName(), bytes: 1, width: 1, height: 1 }])
  assert.equal(await collectOrphans(house), 0)
  assert.deepEqual(await house.files(), [name])
  await house.pool.query(`update photo set created_at = now() - interval '61 minutes'`)
  assert.equal(await collectOrphans(house), 2)
  await assertNothingLeft(house)
})

test('hundreds of orphans are collected in one go, by two nodes at once', async () => {
  await using house = await createHouse()
  const photos = Array.from({ length: 230 }, () => ({ name: newPhotoName(), bytes: 1, width: 1, height: 1 }))
  await insertPending(house.pool, photos)
  await Promise.all(photos.slice(0, 60).map(({ name }) => house.storage.put(name, Buffer.from('x'))))
  await house.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  await Promise.all([collectOrphans(house), collectOrphans(house)])
  await assertNothingLeft(house)
  await insertPending(house.pool, photos)
  await house.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  assert.equal(await collectOrphans(house, AbortSignal.abort()), 0)
})

test('files that cannot be deleted do not keep those behind them, and are told of once', async () => {
  const stuck = new Set<string>()
  let tries = 0
  await using house = await createHouse((storage) => ({
    remove: (name) => (stuck.has(name) && ++tries ? failing() : storage.remove(name)),
  }))
  const photos = Array.from({ length: 130 }, () => ({ name: newPhotoName(), bytes: 1, width: 1, height: 1 }))
  for (const { name } of photos.slice(0, 60)) stuck.add(name)
  await insertPending(house.pool, photos.slice(0, 60))
  await insertPending(house.pool, photos.slice(60))
  await house.pool.query(`update photo set created_at = created_at - interval '2 hours'`)
  await assert.rejects(collectOrphans(house), ProviderError)
  assert.equal(tries, 60)
  assert.deepEqual(new Set((await rowsOf(house)).map(({ name }) => name)), stuck)
  stuck.clear()
  assert.equal(await collectOrphans(house), 60)
})

test('discarding takes back what no job has, and nothing else', async () => {
  await using house = await createHouse()
  const [kept, dropped] = [await storeOne(house), await storeOne(house)]
  await insertJob(house, [kept])
  await discardPhotos(house, [dropped])
  assert.deepEqual(await house.files(), [kept])
  await discardPhotos(house, [])
})
