import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { samplePhotoOrigin, samplePhotos } from '#contract/sandbox/words.ts'
import { refusedCreate } from '../support/create-refusals.ts'
import { sofa, startDray } from '../support/dray.ts'
import { colourOf, startImageHost } from '../support/image-host.ts'

// DESIGN 3, Sandbox words: photos that a test key sends without having any.
const images = await startImageHost()
const app = await startDray({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const partner = await app.partner({ mode: 'test' })

const sample = (name: string) => `${samplePhotoOrigin}/${name}`
const real = (name: string) => `${images.url}/${name}.jpg`
const failing = samplePhotos.filter((name) => name !== 'ok.jpg')

async function download(url: string): Promise<Buffer> {
  const response = await fetch(app.url + new URL(url).pathname)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
  return Buffer.from(await response.arrayBuffer())
}

test('an `ok` photo is decoded, stored and served as any other', async () => {
  const { status, body } = await partner.create({ photos: [sample('ok.jpg')] })
  assert.deepEqual([status, body.photos.length], [201, 1])
  const { format, width, height } = await sharp(await download(body.photos[0] ?? '')).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 320, 240])
})

test('sample photos and others of one list are stored in their order; each name has its own colour', async () => {
  const photos = [sample('ok.jpg'), real('red'), sample('ok-2.jpg'), real('blue'), sample('ok.jpg')]
  const { status, body } = await partner.create({ photos })
  assert.equal(status, 201)
  assert.equal(new Set(body.photos).size, photos.length)
  const [first, red, second, blue, again] = await Promise.all(body.photos.map(download))
  assert.ok(first && red && second && blue && again)
  assert.deepEqual([await colourOf(red), await colourOf(blue)], ['red', 'blue'])
  assert.deepEqual([first.equals(again), first.equals(second)], [true, false])
})

test('ten sample photos are taken', async () => {
  const photos = Array.from({ length: 10 }, (_, index) => sample(`ok-${index}.jpg`))
  const { status, body } = await partner.create({ photos })
  assert.deepEqual([status, body.photos.length], [201, 10])
})

for (const name of [...failing, 'unknown.jpg', 'folder/ok.jpg'])
  test(`${name} is refused on its place as a real fault is, and nothing is left`, async () => {
    const photos = [sample('ok.jpg'), sample(name), real('green'), real('missing')]
    const { status, body } = await refusedCreate(app, partner, { photos })
    assert.deepEqual([status, body.error], [400, 'validation_error'])
    assert.deepEqual(Object.keys(body.details ?? {}), ['photos[1]', 'photos[3]'])
    const says = {
      'too-large.jpg': 'is larger than 2 MB',
      'not-an-image.jpg': `is not an image; send JPEG, PNG, WebP, AVIF or GIF`,
    }
    const expected = says[name as keyof typeof says] ?? body.details?.['photos[3]']
    assert.equal(body.details?.['photos[1]'], expected, 'the text of a real fault')
  })

test('the wrong scheme or port, or a URL over 2,048 characters, is refused', async () => {
  const long = `${sample('ok.jpg')}?${'a'.repeat(2_049)}`
  for (const url of [
    'http://photos.sandbox.invalid/ok.jpg',
    'https://photos.sandbox.invalid:8443/ok.jpg',
    long,
  ])
    assert.equal((await refusedCreate(app, partner, { photos: [url] })).status, 400, url.slice(0, 60))
})

test('to a live key the URLs are those of a host that does not exist: 400', async () => {
  const live = await app.partner()
  for (const name of samplePhotos) {
    const { status, body } = await refusedCreate(app, live, { photos: [sample(name)] })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['photos[0]']], name)
  }
})

test('all faults are named at once: a sample photo beside them is not one', async () => {
  const body = { ...sofa, size: 'none', photos: [sample('missing.jpg'), 'http://127.0.0.1/a.jpg'] }
  const { body: refused } = await partner.call('/v1/jobs', { body })
  assert.deepEqual(Object.keys(refused['details'] as object).sort(), ['photos[1]', 'size'])
})
