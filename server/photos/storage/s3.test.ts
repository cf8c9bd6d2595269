import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type FakeS3, refuse, startFakeS3 } from '../../../test/support/fake-s3.ts'
import { bytesAt, namesAt, testStorage } from '../../../test/support/storage-suite.ts'
import { readEnv } from '../../lib/env.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { newPhotoName } from '../name.ts'
import { s3 } from './s3.ts'
import type { PhotoStorage } from './storage.ts'

const servers: FakeS3[] = []
after(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))

async function openFake(more: Record<string, string> = {}): Promise<{ fake: FakeS3; storage: PhotoStorage }> {
  const fake = await startFakeS3()
  servers.push(fake)
  return { fake, storage: connect({ ...fake.env, ...more }) }
}

function connect(env: Record<string, string>): PhotoStorage {
  const settings = readEnv(s3.env, env)
  assert.ok(settings.ok)
  return s3.connect(settings.value, { dataDir: '/nowhere' })
}

testStorage({ name: 's3', open: async () => (await openFake()).storage })

testStorage({
  name: 's3 with a prefix',
  open: async () => (await openFake({ S3_PREFIX: 'dray/photos/' })).storage,
})

/** Rejects with a `ProviderError` whose message is `reason`, so it names no key. */
async function fails(call: Promise<unknown>, reason: RegExp): Promise<ProviderError> {
  const [failed] = await Promise.allSettled([call])
  assert.ok(failed.status === 'rejected')
  assert.ok(failed.reason instanceof ProviderError, String(failed.reason))
  assert.match(failed.reason.message, reason)
  assert.equal(failed.reason.cause, undefined)
  return failed.reason
}

test('an object of another program in the bucket is not listed as a photo', async () => {
  const { fake, storage } = await openFake({ S3_PREFIX: 'dray/' })
  const photo = newPhotoName()
  for (const key of [`dray/${photo}`, newPhotoName(), 'dray/readme.txt', `dray/deeper/${newPhotoName()}`])
    fake.objects.set(key, Buffer.from('x'))
  assert.deepEqual(await namesAt(storage), [photo])
})

test('3 a bucket that answers 503 once is asked again; one that keeps answering it fails, with an unknown outcome', async () => {
  const { fake, storage } = await openFake()
  const photo = newPhotoName()
  let times = 1
  fake.disturb = (_request, response) => {
    if (times-- <= 0) return false
    refuse(response, 503, 'SlowDown')
    return true
  }
  await storage.put(photo, Buffer.from('photo'))
  assert.equal(String(fake.objects.get(photo)), 'photo')
  times = Number.POSITIVE_INFINITY
  const { outcome } = await fails(
    storage.put(newPhotoName(), Buffer.from('x')),
    /^photo s3: SlowDown, status 503$/,
  )
  assert.equal(outcome, 'unknown')
  await fails(storage.read(photo), /SlowDown, status 503/)
  await fails(storage.remove(photo), /SlowDown, status 503/)
  await fails(namesAt(storage), /SlowDown, status 503/)
})

test('3 a bucket that does not answer fails within the time of a request', async () => {
  const { fake, storage } = await openFake()
  fake.disturb = () => true
  const { outcome, retryable } = await fails(
    storage.put(newPhotoName(), Buffer.from('x')),
    /^photo s3: \w+Error$/,
  )
  assert.deepEqual([outcome, retryable], ['unknown', true])
})

test('3 a photo that is cut off is read again, and never returned in part', async () => {
  const { fake, storage } = await openFake()
  const photo = newPhotoName()
  const bytes = Buffer.alloc(200_000, 'photo')
  await storage.put(photo, bytes)
  let times = 1
  fake.disturb = (_request, response) => {
    if (times-- <= 0) return false
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 90_000))
    setTimeout(() => response.destroy(), 20)
    return true
  }
  assert.deepEqual(await bytesAt(storage, photo), bytes)
  times = Number.POSITIVE_INFINITY
  await fails(storage.read(photo), /^photo s3: [\w ]+$/)
})

test('3 an upload that is cut off leaves no object', async () => {
  const { fake, storage } = await openFake()
  fake.disturb = (request) => {
    request.once('data', () => request.destroy())
    return request.method === 'PUT'
  }
  await fails(storage.put(newPhotoName(), Buffer.alloc(500_000)), /^photo s3: \w+$/)
  assert.equal(fake.objects.size, 0)
})

test('3 a wrong secret is refused, and the error names neither key', async () => {
  const { fake } = await openFake()
  const storage = connect({ ...fake.env, S3_SECRET_ACCESS_KEY: 'another' })
  const { outcome } = await fails(
    storage.put(newPhotoName(), Buffer.from('x')),
    /^photo s3: SignatureDoesNotMatch, status 403$/,
  )
  assert.equal(outcome, 'refused')
  await fails(storage.read(newPhotoName()), /SignatureDoesNotMatch/)
})

test('3 a clock that is 20 minutes off is corrected by the clock of the bucket', async () => {
  for (const clockAheadMs of [1_200_000, -1_200_000]) {
    const { fake, storage } = await openFake()
    fake.clockAheadMs = clockAheadMs
    const photo = newPhotoName()
    await storage.put(photo, Buffer.from('photo'))
    assert.equal(String(await bytesAt(storage, photo)), 'photo')
    assert.equal(fake.asked.length, 3, 'the first request is refused and repeated')
  }
})

test('3 a bucket that is gone is an error, not a missing photo', async () => {
  const { fake, storage } = await openFake()
  fake.hasBucket = false
  await fails(storage.read(newPhotoName()), /^photo s3: NoSuchBucket, status 404$/)
  await fails(storage.put(newPhotoName(), Buffer.from('x')), /NoSuchBucket/)
  await fails(storage.remove(newPhotoName()), /NoSuchBucket/)
  await fails(namesAt(storage), /NoSuchBucket/)
})

test('3 a 404 of a proxy is an error, not a missing photo', async () => {
  const { fake, storage } = await openFake()
  fake.disturb = (_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>')
    return true
  }
  await fails(storage.read(newPhotoName()), /^photo s3: /)
})

test('a server that cannot be reached is an error without an address', async () => {
  const fake = await startFakeS3()
  await fake[Symbol.asyncDispose]()
  await fails(connect(fake.env).read(newPhotoName()), /^photo s3: ECONNREFUSED$/)
})

test('photos that slow clients have not read are limited, and free their place when they are closed', async () => {
  const { fake, storage } = await openFake()
  const photo = newPhotoName()
  fake.objects.set(photo, Buffer.alloc(30 * 1_048_576))
  const open = [await storage.read(photo), await storage.read(photo)]
  await fails(storage.read(photo), /^photo s3: too many photos are being read$/)
  for (const found of open) found?.stream.destroy()
  await new Promise(setImmediate)
  assert.equal((await storage.read(photo))?.size, 30 * 1_048_576)
})

test('keys are given together or not at all, and the settings name a bucket', () => {
  assert.deepEqual(s3.faults?.({ S3_BUCKET: 'b', S3_REGION: 'r', S3_PREFIX: '' }), [])
  assert.equal(
    s3.faults?.({ S3_BUCKET: 'b', S3_REGION: 'r', S3_PREFIX: '', S3_ACCESS_KEY_ID: 'a' }).length,
    1,
  )
  assert.deepEqual([s3.isNamed({}), s3.isNamed({ S3_BUCKET: 'b' })], [false, true])
})
