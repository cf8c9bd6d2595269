import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { insertJob, startPhotoSetup, storePhoto } from '../../test/support/photo-store.ts'
import { newPhotoName } from './name.ts'
import { openPhoto } from './read.ts'

const photos = await startPhotoSetup()
after(() => photos[Symbol.asyncDispose]())
const { url, open } = photos

test('a photo is shown while its job is: not before, not from expires_at on', async () => {
  await using store = await open()
  const name = await storePhoto(store, url('40x30'))
  assert.equal(await openPhoto(store, name), null, 'no job has it')
  const id = await insertJob(store, [name])
  const photo = await openPhoto(store, name)
  assert.ok(photo)
  const bytes = await buffer(photo.stream)
  assert.equal(bytes.length, photo.bytes)
  assert.equal((await sharp(bytes).metadata()).format, 'jpeg')
  await store.pool.query('update job set expires_at = now() where id = $1', [id])
  assert.equal(await openPhoto(store, name), null, 'the draft has expired')
  await store.pool.query(`update job set status = 'posted' where id = $1`, [id])
  const posted = await openPhoto(store, name)
  posted?.stream.destroy()
  assert.ok(posted, 'a posted job does not expire')
})

test('2A an unknown name, a path, and a photo whose file is gone are not found', async () => {
  await using store = await open()
  const name = await storePhoto(store, url('40x30'))
  await insertJob(store, [name])
  for (const other of [
    newPhotoName(),
    '../../etc/passwd',
    `${name}/..`,
    name.toLowerCase(),
    '',
    name.slice(0, -4),
  ]) {
    assert.equal(await openPhoto(store, other), null, other)
  }
  await store.storage.remove(name)
  assert.equal(await openPhoto(store, name), null)
})
