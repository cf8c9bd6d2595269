import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tempFolder } from '../../test/support/backup.ts'
import { startFakeS3 } from '../../test/support/fake-s3.ts'
import { failing, insertJob, type PhotoStore, startPhotoSetup } from '../../test/support/photo-store.ts'
import { bytesAt, namesAt } from '../../test/support/storage-suite.ts'
import { readEnv } from '../lib/env.ts'
import { collectOrphans } from './collect.ts'
import { movePhotos } from './move.ts'
import { newPhotoName } from './name.ts'
import { s3 } from './storage/s3.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { twoPlaces } from './storage/two-places.ts'
import { insertPending } from './store.ts'

const photos = await startPhotoSetup()
const folder = tempFolder()
const fake = await startFakeS3()
after(async () => {
  await photos[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const bucket = connectBucket()

function connectBucket(): PhotoStorage {
  const settings = readEnv(s3.env, fake.env)
  assert.ok(settings.ok)
  return s3.connect(settings.value, { dataDir: folder.path })
}

/** Stores photos with these sizes in bytes, in the folder of the store. */
async function storeSizes({ pool, storage }: PhotoStore, sizes: number[]): Promise<string[]> {
  const names = sizes.map(() => newPhotoName())
  for (const [index, name] of names.entries()) {
    const bytes = sizes[index] ?? 0
    await insertPending(pool, { name, bytes, width: 1, height: 1 })
    await storage.put(name, Buffer.alloc(bytes, name))
  }
  return names
}

test('moves all photos of jobs to a bucket and back, and the bytes are the same', async () => {
  await using store = await photos.open()
  const sizes = Array.from({ length: 300 }, (_, index) => index + 1)
  const names = await storeSizes(store, sizes)
  await insertJob(store, names)
  const counts = { photos: 300, bytes: 45_150, deleted: 0, young: 0, unknown: 0, damaged: [] }
  const there = { pool: store.pool, from: store.storage, to: bucket }
  const steps: number[] = []
  assert.deepEqual(await movePhotos(there, { onProgress: (moved) => steps.push(moved.photos) }), counts)
  assert.deepEqual(steps, [128, 256, 300])
  assert.deepEqual(await store.files(), [])
  for (const [index, name] of names.entries())
    assert.deepEqual(fake.objects.get(name), Buffer.alloc(sizes[index] ?? 0, name))
  assert.deepEqual(await movePhotos({ ...there, from: bucket, to: store.storage }), counts)
  assert.equal(fake.objects.size, 0)
  for (const [index, name] of names.entries())
    assert.deepEqual(await bytesAt(store.storage, name), Buffer.alloc(sizes[index] ?? 0, name))
})

test('leaves photos of running requests, unknown and damaged files, and deletes what is due for deletion', async () => {
  await using store = await photos.open()
  const { pool, storage: from } = store
  const [young = '', orphan = '', damaged = '', kept = ''] = await storeSizes(store, [10, 20, 30, 40])
  await insertJob(store, [damaged, kept])
  await from.put(damaged, Buffer.alloc(29))
  await pool.query(`update photo set created_at = now() - interval '2 hours' where name = $1`, [orphan])
  const unknown = newPhotoName()
  await from.put(unknown, Buffer.from('of another installation'))
  const moved = await movePhotos({ pool, from, to: bucket })
  assert.deepEqual(moved, { photos: 1, bytes: 40, deleted: 1, young: 1, unknown: 1, damaged: [damaged] })
  assert.deepEqual(await namesAt(from), [young, unknown, damaged].toSorted())
  assert.deepEqual(await namesAt(bucket), [kept])
  await pool.query(`update photo set created_at = now() - interval '11 minutes' where name = $1`, [young])
  const again = await movePhotos({ pool, from, to: bucket }, { removesUnknown: true })
  assert.deepEqual(again, { photos: 1, bytes: 10, deleted: 1, young: 0, unknown: 0, damaged: [damaged] })
  assert.deepEqual(await namesAt(from), [damaged])
  for (const name of [kept, young]) await bucket.remove(name)
})

test('5 a photo that is deleted while it is copied does not come back', async () => {
  await using store = await photos.open()
  const { pool, storage: from } = store
  const names = await storeSizes(store, [10, 20])
  const [gone = '', kept = ''] = names
  const jobId = await insertJob(store, [gone])
  await insertJob(store, [kept])
  // The collector removes the photo at both places before the copy exists.
  const to: PhotoStorage = {
    ...bucket,
    async put(name, bytes) {
      if (name === gone) {
        await pool.query('delete from job where id = $1', [jobId])
        assert.equal(await collectOrphans({ pool, storage: twoPlaces(bucket, from) }), 1)
      }
      await bucket.put(name, bytes)
    },
  }
  const moved = await movePhotos({ pool, from, to })
  assert.deepEqual([moved.photos, moved.deleted], [1, 1])
  assert.deepEqual([await namesAt(from), await namesAt(bucket)], [[], [kept]])
  await bucket.remove(kept)
})

test('a place that fails ends the move, nothing is lost, and the next run goes on', async () => {
  await using store = await photos.open()
  const { pool, storage: from } = store
  const names = await storeSizes(store, Array(150).fill(50))
  await insertJob(store, names)
  let puts = 0
  const failsLater = {
    ...bucket,
    put: (name: string, bytes: Buffer) => (++puts > 140 ? failing() : bucket.put(name, bytes)),
  }
  await assert.rejects(movePhotos({ pool, from, to: failsLater }), /down/)
  const both = twoPlaces(bucket, from)
  for (const name of names) assert.deepEqual(await bytesAt(both, name), Buffer.alloc(50, name))
  assert.ok((await namesAt(from)).length < 150)
  await movePhotos({ pool, from, to: bucket })
  assert.deepEqual(await namesAt(from), [])
  assert.deepEqual(await namesAt(bucket), names.toSorted())
  for (const name of names) await bucket.remove(name)
})

test('a copy with other bytes ends the move, and the photo stays', async () => {
  await using store = await photos.open()
  const { pool, storage: from } = store
  const names = await storeSizes(store, [50])
  await insertJob(store, names)
  const to = { ...bucket, put: (name: string) => bucket.put(name, Buffer.alloc(50, 'other')) }
  await assert.rejects(
    movePhotos({ pool, from, to }),
    /^ProviderError: photo s3: gave back other bytes$|other bytes/,
  )
  assert.deepEqual(await namesAt(from), names)
})
