import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  assertEmpty,
  failing,
  insertJob,
  photoRows,
  startPhotoSetup,
  storePhoto,
} from '../../test/support/photo-store.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { collectOrphans } from './collect.ts'
import { discardPhotos } from './discard.ts'
import { newPhotoName } from './name.ts'
import { insertPending } from './store.ts'

const photos = await startPhotoSetup()
after(() => photos[Symbol.asyncDispose]())
const { url, open } = photos

test('photos of a deleted job are collected at once, photos of existing jobs never', async () => {
  await using store = await open()
  const [kept, gone] = [await storePhoto(store, url('40x30')), await storePhoto(store, url('40x30'))]
  await insertJob(store, [kept])
  const id = await insertJob(store, [gone])
  assert.equal(await collectOrphans(store), 0)
  await store.pool.query('delete from job where id = $1', [id])
  assert.equal(await collectOrphans(store), 1)
  assert.deepEqual(await store.files(), [kept])
  assert.deepEqual(
    (await photoRows(store)).map(({ name }) => name),
    [kept],
  )
})

test('3 photos whose create call never ended are collected after an hour, not while it may still run', async () => {
  await using store = await open()
  const name = await storePhoto(store, url('40x30'))
  // The request ended after the row was inserted and before the file was stored.
  await insertPending(store.pool, { name: newPhotoName(), bytes: 1, width: 1, height: 1 })
  assert.equal(await collectOrphans(store), 0)
  assert.deepEqual(await store.files(), [name])
  await store.pool.query(`update photo set created_at = now() - interval '61 minutes'`)
  assert.equal(await collectOrphans(store), 2)
  await assertEmpty(store)
})

test('hundreds of orphans are collected in one go, by two nodes at once', async () => {
  await using store = await open()
  const photos = Array.from({ length: 230 }, () => ({ name: newPhotoName(), bytes: 1, width: 1, height: 1 }))
  await Promise.all(photos.map((photo) => insertPending(store.pool, photo)))
  await Promise.all(photos.slice(0, 60).map(({ name }) => store.storage.put(name, Buffer.from('x'))))
  await store.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  await Promise.all([collectOrphans(store), collectOrphans(store)])
  await assertEmpty(store)
  await Promise.all(photos.map((photo) => insertPending(store.pool, photo)))
  await store.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  assert.equal(await collectOrphans(store, AbortSignal.abort()), 0)
})

test('files that cannot be deleted do not block later files, and are reported once', async () => {
  const stuck = new Set<string>()
  let tries = 0
  await using store = await open((storage) => ({
    remove: (name) => (stuck.has(name) && ++tries ? failing() : storage.remove(name)),
  }))
  const photos = Array.from({ length: 130 }, () => ({ name: newPhotoName(), bytes: 1, width: 1, height: 1 }))
  for (const { name } of photos.slice(0, 60)) stuck.add(name)
  await Promise.all(photos.slice(0, 60).map((photo) => insertPending(store.pool, photo)))
  await Promise.all(photos.slice(60).map((photo) => insertPending(store.pool, photo)))
  await store.pool.query(`update photo set created_at = created_at - interval '2 hours'`)
  await assert.rejects(collectOrphans(store), ProviderError)
  assert.equal(tries, 60)
  assert.deepEqual(new Set((await photoRows(store)).map(({ name }) => name)), stuck)
  stuck.clear()
  assert.equal(await collectOrphans(store), 60)
})

test('discarding deletes only photos without a job', async () => {
  await using store = await open()
  const [kept, dropped] = [await storePhoto(store, url('40x30')), await storePhoto(store, url('40x30'))]
  await insertJob(store, [kept])
  await discardPhotos(store, [dropped])
  assert.deepEqual(await store.files(), [kept])
  await discardPhotos(store, [])
})
