import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { changeBucket, type Radosgw, radosgwMissing, startRadosgw } from '../../../test/support/radosgw.ts'
import { bytesAt, testStorage } from '../../../test/support/storage-suite.ts'
import { readEnv } from '../../lib/env.ts'
import { newPhotoName } from '../name.ts'
import { s3 } from './s3.ts'
import type { PhotoStorage } from './storage.ts'

let gateway: Promise<Radosgw> | undefined
const started = () => (gateway ??= startRadosgw())
after(async () => (await gateway)?.[Symbol.asyncDispose]())

async function open(more: Record<string, string> = {}): Promise<PhotoStorage> {
  const settings = readEnv(s3.env, { ...(await started()).env, ...more })
  assert.ok(settings.ok)
  return s3.connect(settings.value, { dataDir: '/nowhere' })
}

testStorage({ name: 's3 on Ceph', open, skip: radosgwMissing })

test('3 Ceph refuses a wrong secret', { skip: radosgwMissing }, async () => {
  const storage = await open({ S3_SECRET_ACCESS_KEY: 'another' })
  await assert.rejects(storage.read(newPhotoName()), /^Error: photo s3: SignatureDoesNotMatch, status 403$/)
})

test('3 with Ceph, a machine whose clock is 20 minutes off stores and reads', {
  skip: radosgwMissing,
}, async () => {
  const storage = await open()
  const photo = newPhotoName()
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 1_200_000 })
  try {
    await storage.put(photo, Buffer.from('photo'))
  } finally {
    mock.timers.reset()
  }
  const onTime = await open()
  assert.equal(String(await bytesAt(onTime, photo)), 'photo')
  await onTime.remove(photo)
})

test('3 without its bucket, Ceph reports an error and no missing photo', {
  skip: radosgwMissing,
}, async () => {
  const { env } = await started()
  const storage = await open()
  await changeBucket(env, 'delete')
  await assert.rejects(storage.read(newPhotoName()), /NoSuchBucket, status 404/)
  await assert.rejects(storage.put(newPhotoName(), Buffer.from('x')), /NoSuchBucket, status 404/)
  await changeBucket(env, 'create')
})
