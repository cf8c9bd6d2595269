import assert from 'node:assert/strict'
import path from 'node:path'
import test, { after } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { startDray } from '../support/dray.ts'
import { colourOf, startImageHost } from '../support/image-host.ts'
import { allFiles, countRows } from '../support/leftovers.ts'
import { serveLocally } from '../support/local-server.ts'
import { jpegWithDimensions } from '../support/pictures.ts'
import { assertShape, exactly } from '../support/shape.ts'

const images = await startImageHost()
/** What a host sends at `/name`; with a `location` it is a redirect. */
const served = new Map<string, { bytes: Buffer; headers: Record<string, string> }>()
const host = await serveLocally((request, response) => {
  const { bytes, headers } = served.get((request.url ?? '').slice(1)) ?? {
    bytes: Buffer.alloc(0),
    headers: {},
  }
  response.writeHead(headers['location'] ? 302 : 200, headers).end(bytes)
})
const app = await startDray({ PHOTO_SOURCES_ALLOWED: `${images.host},${host.host}` })
after(async () => {
  await app[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})
const partner = await app.partner()
const at = (name: string) => `${images.url}/${name}.jpg`

const storedFiles = async () => (await allFiles(app)).filter((file) => file.endsWith('.jpg')).length

async function download(url: string) {
  assert.ok(url.startsWith('http://dray.test/photos/'), url)
  const response = await fetch(app.url + new URL(url).pathname)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('2.5 photos are URLs of the stored copies, one per supplied photo, in their order', async () => {
  const colours = ['blue', 'red', 'green', 'red', 'blue'] as const
  const { status, body } = await partner.create({ photos: colours.map(at) })
  assert.equal(status, 201)
  assert.equal(new Set(body.photos).size, colours.length)
  const copies = await Promise.all(body.photos.map(download))
  assert.deepEqual(await Promise.all(copies.map(({ bytes }) => colourOf(bytes))), colours)
})

test('2.5 the order of the photos is kept: a replay shows the same list', async () => {
  const photos = (['blue', 'red', 'green'] as const).map(at)
  const first = await partner.create({ photos }, { 'idempotency-key': 'in-order' })
  const again = await partner.create({ photos }, { 'idempotency-key': 'in-order' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body.photos, first.body.photos)
})

test('2.2 the stored copy is a re-encoded JPEG, served without script execution', async () => {
  const { body } = await partner.create({ photos: [at('red')] })
  const { status, headers, bytes } = await download(body.photos[0] ?? '')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'image/jpeg')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal((await sharp(bytes).metadata()).format, 'jpeg')
})

test('2.2 a URL listed twice gives two copies', async () => {
  const { body } = await partner.create({ photos: [at('red'), at('red')] })
  assert.equal(new Set(body.photos).size, 2)
})

test('2.2 ten photos are taken', async () => {
  const { status, body } = await partner.create({ photos: Array.from({ length: 10 }, () => at('green')) })
  assert.equal(status, 201)
  assert.equal(body.photos.length, 10)
})

const padded = (length: number) => `${at('red')}?${'a'.repeat(length - at('red').length - 1)}`

test('2.2 a URL of 2,048 characters is fetched; one of 2,049 is refused and never asked for', async () => {
  assert.equal((await partner.create({ photos: [padded(2_048)] })).status, 201)
  const asked = images.asked.length
  const { status, body } = await partner.call('/v1/jobs', { body: { ...sofaWith([padded(2_049)]) } })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body['details'] as object), ['photos[0]'])
  assert.equal(images.asked.length, asked)
})

test('8 photo size: exactly 2 MB is taken, one byte more is refused', async () => {
  assert.equal((await partner.create({ photos: [at('edge')] })).status, 201)
  assert.equal((await partner.create({ photos: [at('large')] })).status, 400)
})

for (const broken of ['missing', 'text', 'large']) {
  test(`4.2 a photo that is ${broken} is 400 on its place, and nothing is left`, async () => {
    const before = { ...(await countRows(app)), files: await storedFiles() }
    const external_reference = `photo-${broken}`
    const photos = [at('red'), at(broken), at('blue'), at(broken)]
    const { status, body } = await partner.call('/v1/jobs', {
      body: { ...sofaWith(photos), external_reference },
    })
    assert.equal(status, 400)
    const details = { 'photos[1]': 'string', 'photos[3]': 'string' } as const
    assertShape(body, { error: exactly('validation_error'), message: 'string', details })
    assert.deepEqual({ ...(await countRows(app)), files: await storedFiles() }, before)
    assert.equal((await partner.create({ external_reference })).status, 201, 'the reference is free')
  })
}

async function refusalOf(url: string, language = 'en'): Promise<string> {
  const { status, body } = await partner.call('/v1/jobs', {
    body: sofaWith([url]),
    headers: { 'accept-language': language },
  })
  assert.equal(status, 400, url)
  return (body['details'] as Record<string, string>)['photos[0]'] ?? ''
}

test('3 Create: one message for every failure of a download, so that it tells nothing about the host', async () => {
  await using host = await serveLocally((request, response) => {
    if (request.url === '/private') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    return response.writeHead(request.url === '/down' ? 500 : 403, {}).end()
  })
  await using other = await startDray({ PHOTO_SOURCES_ALLOWED: host.host }, { beside: app })
  const sender = await other.partner()
  const messages = new Set<unknown>([await refusalOf(at('missing'))])
  const urls = ['private', 'loop', 'down', 'forbidden'].map((name) => `${host.url}/${name}`)
  for (const url of [...urls, 'https://no-such-host.dray-sample.net/a.jpg']) {
    const { body } = await sender.call('/v1/jobs', { body: sofaWith([url]) })
    messages.add((body['details'] as Record<string, string>)['photos[0]'])
  }
  assert.deepEqual(
    [...messages],
    ['could not be downloaded: its URL must be public and answer with the image itself'],
  )
})

test('3 Create: the refusal of a photo names the rule that was broken and the format that was found', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const files: Record<string, [content: string | Buffer, says: string, spanish: string]> = {
    heic: ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'is HEIC; send', 'es HEIC; envía'],
    pdf: ['%PDF-1.7\n', 'is PDF; send', 'es PDF; envía'],
    html: ['\n<!DOCTYPE html><title>Sign in</title>', 'is HTML; send', 'es HTML; envía'],
    svg: ['<?xml version="1.0"?>\n<svg/>', 'is SVG; send', 'es SVG; envía'],
    mp4: ['\0\0\0\x18ftypisom\0\0\0\0', 'is MP4; send', 'es MP4; envía'],
    nothing: ['', 'is not an image; send', 'no es una imagen; envía'],
    text: ['a photo', 'is not an image; send', 'no es una imagen; envía'],
    half: [jpeg.subarray(0, jpeg.length - 40), 'is JPEG, but damaged', 'es una imagen JPEG dañada'],
    wide: [
      await jpegWithDimensions(12_001, 64),
      'is JPEG, but with too many',
      'es una imagen JPEG con demasiados',
    ],
    large: [Buffer.concat([jpeg], 2_097_153), 'is larger than 2 MB', 'ocupa más de 2 MB'],
    bomb: [gzipSync(Buffer.alloc(50_000_000)), 'is larger than 2 MB', 'ocupa más de 2 MB'],
  }
  served.clear()
  for (const [name, [content, says, spanish]] of Object.entries(files)) {
    const headers = name === 'bomb' ? { 'content-encoding': 'gzip' } : {}
    served.set(name, { bytes: Buffer.from(content as string, 'latin1'), headers })
    assert.ok((await refusalOf(`${host.url}/${name}`)).startsWith(says), name)
    assert.ok((await refusalOf(`${host.url}/${name}`, 'es')).startsWith(spanish), name)
  }
})

test('3 Create: photos as hosts really send them are taken', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const gzip = { 'content-encoding': 'gzip' }
  served.clear()
  served
    .set('gzip', { bytes: gzipSync(jpeg), headers: gzip })
    .set('aws', { bytes: jpeg, headers: { 'content-encoding': 'aws-chunked' } })
    .set('no-end', { bytes: jpeg.subarray(0, -2), headers: {} })
    .set('trailer', { bytes: Buffer.concat([jpeg, Buffer.from('SEFT trailer of a phone')]), headers: {} })
    .set(encodeURI('sofá.jpg'), { bytes: jpeg, headers: {} })
  for (let left = 0; left < 8; left += 1)
    served.set(`moved-${left}`, {
      bytes: Buffer.alloc(0),
      headers: { location: Buffer.from(left === 0 ? '/sofá.jpg' : `/moved-${left - 1}`).toString('latin1') },
    })
  const names = ['gzip', 'aws', 'no-end', 'trailer', 'moved-0', 'moved-7']
  const { status, body } = await partner.create({ photos: names.map((name) => `${host.url}/${name}`) })
  assert.equal(status, 201, JSON.stringify(body))
  const copies = await Promise.all(body.photos.map(download))
  assert.deepEqual(
    await Promise.all(copies.map(({ bytes }) => colourOf(bytes))),
    names.map(() => 'red'),
  )
})

test('4.2 order of work: an address that cannot be geocoded is refused before any photo is fetched', async () => {
  const asked = images.asked.length
  const body = { ...sofaWith([at('red')]), pickup: { address: 'Xyzzyqwv 12, Plugghtown Qqqq' } }
  assert.equal((await partner.call('/v1/jobs', { body })).status, 422)
  assert.equal(images.asked.length, asked)
})

test('4.2 order of work: a fault in the input or a taken reference is refused before any photo is fetched', async () => {
  await partner.create({ external_reference: 'no-fetch' })
  const asked = images.asked.length
  const faulty = { ...sofaWith([at('red')]), size: 'XXS' }
  assert.equal((await partner.call('/v1/jobs', { body: faulty })).status, 400)
  assert.equal((await partner.create({ external_reference: 'no-fetch', photos: [at('red')] })).status, 400)
  assert.equal(images.asked.length, asked)
})

test('3 the photo of an expired draft is 404, swept or not', async () => {
  const { body } = await partner.create({ photos: [at('red')] })
  await app.db.pool.query('update job set expires_at = now() where id = $1', [body.job_id])
  assert.equal((await download(body.photos[0] ?? '')).status, 404)
})

test('4 photos are served by their whole unguessable name only', async () => {
  const { body } = await partner.create({ photos: [at('red')] })
  const name = path.basename(body.photos[0] ?? '')
  assert.ok(name.length >= 26, 'at least 128 random bits')
  for (const other of [
    name.slice(0, -5),
    `${name}x`,
    `..%2f${name}`,
    name.toUpperCase(),
    '',
    '..%2f..%2fetc%2fpasswd',
  ])
    assert.equal((await fetch(`${app.url}/photos/${other}`)).status, 404, other)
})

function sofaWith(photos: string[]) {
  return {
    title: 'Sofa',
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Calle Real 3, 40001 Segovia' },
    customer_phone: '+34612345678',
    photos,
  }
}
