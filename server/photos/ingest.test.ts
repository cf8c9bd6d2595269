import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  assertEmpty,
  failing,
  insertJob,
  photoRows,
  startPhotoSetup,
} from '../../test/support/photo-store.ts'
import { until } from '../../test/support/until.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { collectOrphans } from './collect.ts'
import { createPhotoDecoder } from './decoder.ts'
import { createPhotoIngest, type IngestPhotos } from './ingest.ts'
import { isPhotoName, newPhotoName } from './name.ts'

const photos = await startPhotoSetup()
after(() => photos[Symbol.asyncDispose]())
const { place, url, open } = photos

test('4.2 photos are returned in the order of their URLs, regardless of their duration', async () => {
  await using store = await open()
  const ingest = createPhotoIngest(store)
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
  const rows = await photoRows(store)
  assert.deepEqual(
    rows,
    result.photos.map((photo) => ({ ...photo, job_id: null })),
  )
  assert.deepEqual((await store.files()).sort(), rows.map(({ name }) => name).sort())
  const jobId = await insertJob(
    store,
    result.photos.map(({ name }) => name),
  )
  const attached = await photoRows(store)
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
  await using store = await open()
  assert.deepEqual(await createPhotoIngest(store)([]), { ok: true, photos: [] })
})

test('4.2 all or nothing: one bad photo of three leaves no file and no row, and every bad one is named', async () => {
  await using store = await open()
  const ingest = createPhotoIngest(store)
  const bad = [
    url('text'),
    url('missing'),
    'http://127.0.0.1:1/',
    'http://localhost/a.jpg',
    'file:///etc/passwd',
    'x',
  ]
  for (const other of bad) {
    assert.deepEqual(placesOf(await ingest([url('40x30'), other, url('50x30/50')])), [1], other)
  }
  assert.deepEqual(placesOf(await ingest([url('text'), url('40x30'), url('missing')])), [0, 2])
  await assertEmpty(store)
})

const placesOf = (result: Awaited<ReturnType<IngestPhotos>>): number[] =>
  result.ok ? [] : result.faults.map(({ index }) => index)

test('4.2 a photo is stored while another is downloaded, and deleted when that one is bad', async () => {
  const stored: string[] = []
  await using store = await open((storage) => ({
    put: async (name, bytes) => {
      await storage.put(name, bytes)
      stored.push(name)
    },
  }))
  const ingest = createPhotoIngest({ ...store, timeouts: { photoMs: 2_000, callMs: 20_000 } })
  const result = ingest([url('40x30'), url('stall')])
  await until('the first photo is stored', () => stored.length === 1)
  assert.deepEqual(await store.files(), stored)
  assert.deepEqual(
    (await photoRows(store)).map(({ name, job_id }) => [name, job_id]),
    [[stored[0], null]],
  )
  assert.deepEqual(placesOf(await result), [1])
  await assertEmpty(store)
})

test('4.2 after a bad photo nothing more is stored, and later faults are still named', async () => {
  let puts = 0
  await using store = await open((storage) => ({
    put: (name, bytes) => {
      puts += 1
      return storage.put(name, bytes)
    },
  }))
  const ingest = createPhotoIngest({ ...store, timeouts: { photoMs: 2_000, callMs: 20_000 } })
  const given = [url('text'), url('40x30/1000'), url('stall')]
  assert.deepEqual(placesOf(await ingest(given)), [0, 2])
  assert.equal(puts, 0)
})

test('the operator learns how each photo fared', async () => {
  await using store = await open()
  const results: (string | undefined)[][] = []
  const ingest = createPhotoIngest({
    ...store,
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
  await using store = await open((storage) => ({
    put: (name, bytes) => (++puts === 2 ? failing() : storage.put(name, bytes)),
  }))
  const results: string[] = []
  const ingest = createPhotoIngest({ ...store, onResult: (result) => results.push(result) })
  await assert.rejects(ingest([url('40x30'), url('41x30'), url('42x30')]), ProviderError)
  assert.equal(puts, 3)
  assert.deepEqual(results, ['storage_failed', 'storage_failed', 'storage_failed'])
  await assertEmpty(store)
})

test('3 a file that cannot be deleted keeps its row, so that the collector finds it', async () => {
  let down = true
  await using store = await open((storage) => ({
    put: async (name, bytes) => {
      await storage.put(name, bytes)
      await failing()
    },
    remove: (name) => (down ? failing() : storage.remove(name)),
  }))
  await assert.rejects(createPhotoIngest(store)([url('40x30')]), ProviderError)
  assert.equal((await photoRows(store)).length, 1)
  await store.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  await assert.rejects(collectOrphans(store), ProviderError)
  assert.equal((await photoRows(store)).length, 1)
  down = false
  assert.equal(await collectOrphans(store), 1)
  await assertEmpty(store)
})

test('2A a photo host that stalls is the photo\u2019s fault at the photo\u2019s deadline', async () => {
  await using store = await open()
  const ingest = createPhotoIngest({ ...store, timeouts: { photoMs: 150, callMs: 250 } })
  const result = await ingest(Array.from({ length: 10 }, () => url('stall')))
  assert.ok(!result.ok)
  assert.deepEqual(placesOf(result).slice(0, 2), [0, 1])
  await assertEmpty(store)
})

test('3 no free decoder: ProviderError, and no photo is left', async () => {
  await using store = await open()
  const none = createPhotoDecoder({ processes: 0 })
  const ingest = createPhotoIngest({ ...store, decoder: none, timeouts: { photoMs: 1_000, callMs: 200 } })
  await assert.rejects(ingest([url('40x30'), url('41x30')]), ProviderError)
  await assertEmpty(store)
})

test('4.2 photos cut by the deadline of the request, or never started: ProviderError', async () => {
  await using store = await open()
  const results: string[] = []
  const ingest = createPhotoIngest({
    ...store,
    timeouts: { photoMs: 5_000, callMs: 150 },
    onResult: (result) => results.push(result),
  })
  await assert.rejects(ingest(Array.from({ length: 10 }, () => url('40x30/2000'))), ProviderError)
  assert.deepEqual(new Set(results), new Set(['busy']))
  assert.equal(results.length, 10)
  await assertEmpty(store)
})

test('4.2 more photos of one host than fit the deadline are refused at once, photos of other hosts are accepted', async () => {
  await using store = await open()
  const counts: number[] = []
  const guard = { allowed: [place, place.replace('127.0.0.1', 'localhost')] }
  const ingest = createPhotoIngest({ ...store, guard, onUnderWay: (count) => counts.push(count) })
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

test('2A photos of one partner on slow hosts leave room for photos of another', async () => {
  await using store = await open()
  const named = place.replace('127.0.0.1', 'localhost')
  const ingest = createPhotoIngest({ ...store, guard: { allowed: [place, named] } })
  const hangUp = new AbortController()
  const slow = Array.from({ length: 10 }, (_, index) => `http://${index % 2 ? place : named}/stall`)
  const stalled = Array.from({ length: 5 }, () => ingest(slow, hangUp.signal, 'A').catch(() => 'ended'))
  const other = await ingest([url('64x48')], undefined, 'B')
  assert.equal(other.ok, true)
  hangUp.abort()
  assert.deepEqual(new Set(await Promise.all(stalled)), new Set(['ended']))
})

test('a caller that hangs up ends it, and nothing is left', async () => {
  await using store = await open()
  const caller = new AbortController()
  const call = createPhotoIngest(store)([url('40x30'), url('stall')], caller.signal)
  const ended = assert.rejects(call, /hung up/)
  await until('both photos are requested', () => photos.asked.includes('GET /stall'))
  caller.abort(new Error('hung up'))
  await ended
  await assertEmpty(store)
})

test('many calls at once are all served', async () => {
  await using store = await open()
  const ingest = createPhotoIngest(store)
  const calls = Array.from({ length: 20 }, () => ingest([url('40x30'), url('41x30')]))
  for (const result of await Promise.all(calls)) assert.ok(result.ok)
  assert.equal((await store.files()).length, 40)
})
