import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { disk } from '../../server/photos/storage/disk.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { type FakeS3, refuse, startFakeS3 } from '../support/fake-s3.ts'
import { startPhotoHost } from '../support/photo-host.ts'
import { namesAt } from '../support/storage-suite.ts'
import { until } from '../support/until.ts'

const host = await startPhotoHost()
after(() => host[Symbol.asyncDispose]())

const startOn = (fake: FakeS3, more: Record<string, string> = {}) =>
  startDray({ ...host.env, PHOTO_STORAGE: 's3', ...fake.env, ...more })

const pathOf = (url: string | undefined): string => new URL(url ?? '').pathname

const down: FakeS3['disturb'] = (_request, response) => {
  refuse(response, 503, 'SlowDown')
  return true
}

test('decision 54: photos of a create are objects of the bucket, and Dray serves them', async () => {
  await using fake = await startFakeS3()
  await using app = await startOn(fake)
  const partner = await app.partner()
  const created = await partner.create({ photos: [host.photo, host.photo] })
  assert.equal(created.status, 201)
  assert.equal(fake.objects.size, 2)
  for (const url of created.body.photos ?? []) {
    const path = pathOf(url)
    const response = await fetch(`${app.url}${path}`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'private, max-age=300')
    const name = path.replace('/photos/', '')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), fake.objects.get(name))
  }
})

test('decision 54: while the bucket fails, a create and a photo are 503 with Retry-After, and no job is made', async () => {
  await using fake = await startFakeS3()
  await using app = await startOn(fake)
  const partner = await app.partner()
  const created = await partner.create({ photos: [host.photo] })
  const path = pathOf(created.body.photos?.[0])
  const faults: [string, () => void][] = [
    ['503', () => (fake.disturb = down)],
    [
      'another secret',
      () => {
        fake.disturb = () => false
        fake.keys.secretAccessKey = 'rotated'
      },
    ],
    ['no bucket', () => (fake.hasBucket = false)],
  ]
  for (const [what, begin] of faults) {
    begin()
    const refused = await partner.create({ photos: [host.photo] })
    assert.equal(refused.status, 503, what)
    assert.ok(Number(refused.headers.get('retry-after')) > 0, what)
    const read = await fetch(`${app.url}${path}`)
    assert.equal(read.status, 503, what)
    assert.ok(Number(read.headers.get('retry-after')) > 0, what)
  }
  const { rows } = await app.db.pool.query('select from job')
  assert.equal(rows.length, 1)
  const logged = app.logged.join('\n')
  for (const secret of [fake.env.S3_SECRET_ACCESS_KEY ?? '', fake.env.S3_ACCESS_KEY_ID ?? '']) {
    assert.ok(secret.length > 5 && !logged.includes(secret), 'a key of the bucket was logged')
  }
})

test('decision 54: a photo whose write had no answer keeps its row, and the collector deletes both', async () => {
  await using fake = await startFakeS3()
  await using app = await startOn(fake)
  const partner = await app.partner()
  // The bucket stores the object, and the response is lost at each try.
  fake.disturb = (request, response) => {
    if (request.method !== 'PUT') return false
    const name = pathOf(`http://localhost${request.url}`).split('/').at(-1) ?? ''
    fake.objects.set(name, Buffer.from('stored'))
    response.destroy()
    return true
  }
  assert.equal((await partner.create({ photos: [host.photo] })).status, 503)
  fake.disturb = () => false
  const rows = async () => (await app.db.pool.query<{ name: string }>('select name from photo')).rows
  assert.deepEqual(
    await rows(),
    [...fake.objects.keys()].map((name) => ({ name })),
  )
  assert.equal(fake.objects.size, 1)
  await app.db.pool.query(`update photo set created_at = now() - interval '2 hours'`)
  await using _ = runTasks(app)
  await until('the collector has deleted the photo', async () => (await rows()).length === 0)
  assert.equal(fake.objects.size, 0)
})

test('decision 54: with PHOTO_PUBLIC_URL, clients get photos from there, and pages may show them', async () => {
  await using fake = await startFakeS3()
  await using app = await startOn(fake, { PHOTO_PUBLIC_URL: 'https://cdn.example/img' })
  const created = await (await app.partner()).create({ photos: [host.photo] })
  const [name] = fake.objects.keys()
  assert.deepEqual(created.body.photos, [`https://cdn.example/img/${name}`])
  const origin = await fetch(`${app.url}/photos/${name}`)
  assert.equal(origin.headers.get('cache-control'), 'public, max-age=300')
  for (const page of ['/app', '/admin', '/partner']) {
    const policy = (await fetch(`${app.url}${page}`)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /img-src 'self' data: blob: https:\/\/cdn\.example;/, page)
  }
})

test('decision 54: photos that are still on the disk are served, and deleted there too', async () => {
  await using fake = await startFakeS3()
  await using before = await startDray({ ...host.env })
  const created = await (await before.partner()).create({ photos: [host.photo] })
  const path = pathOf(created.body.photos?.[0])
  const name = path.replace('/photos/', '')
  const env = { ...host.env, PHOTO_STORAGE: 's3', ...fake.env }
  await using app = await startDray(env, { beside: before })
  assert.equal((await fetch(`${app.url}${path}`)).status, 200)
  assert.equal(fake.objects.size, 0)
  const folder = disk.connect({}, before)
  assert.deepEqual(await namesAt(folder), [name])
  await app.db.pool.query(`update job set expires_at = now() - interval '1 hour'`)
  await using _ = runTasks(app)
  await until('the photo is deleted', async () => (await namesAt(folder)).length === 0)
})
