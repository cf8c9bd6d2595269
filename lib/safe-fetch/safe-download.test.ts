import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { safeDownload } from './safe-download.ts'
import { options, refusal, startCanary, startHost } from './testing.ts'

test('`allowed` exempts exactly the host and port that it names', async () => {
  await using photos = await startHost((_, response) => response.end('photo'))
  await using canary = await startCanary()
  for (const [allowed, url] of [
    [photos.authority, `http://${photos.authority}/`],
    [`LocalHost:${photos.port}`, `http://localhost:${photos.port}/`],
    [photos.authority, `http://0x7f.1:${photos.port}/`],
  ] as const) {
    assert.equal((await safeDownload({ allowed: [allowed] }, url, options)).toString(), 'photo', url)
  }
  const guard = { allowed: [photos.authority] }
  for (const url of [
    `http://${canary.authority}/`,
    `http://localhost:${photos.port}/`,
    'http://127.0.0.1/',
  ]) {
    assert.equal(await refusal(guard, url), 'url', url)
  }
  assert.deepEqual(canary.hits, [])
})

test('the request has the given headers and no others', async () => {
  await using photos = await startHost((_, response) => response.setHeader('set-cookie', 'a=b').end('photo'))
  const guard = { allowed: [photos.authority] }
  await safeDownload(guard, `http://${photos.authority}/1`, options)
  await safeDownload(guard, `http://${photos.authority}/2`, options)
  for (const { host, connection: _, ...headers } of photos.headers) {
    assert.equal(host, photos.authority)
    assert.deepEqual(headers, {
      ...options.headers,
      'accept-encoding': 'identity',
    })
  }
})

test('a body of maxBytes is accepted, one byte more is refused, with and without Content-Length', async () => {
  await using source = await startHost((request, response) => {
    const [how, bytes] = (request.url ?? '').slice(1).split('-')
    const body = Buffer.alloc(Number(bytes), 7)
    if (how === 'declared') response.setHeader('content-length', body.length)
    else response.flushHeaders()
    response.end(body)
  })
  const guard = { allowed: [source.authority] }
  for (const how of ['declared', 'chunked']) {
    const bytes = await safeDownload(guard, `http://${source.authority}/${how}-2097152`, options)
    assert.equal(bytes.length, 2_097_152)
    assert.equal(await refusal(guard, `http://${source.authority}/${how}-2097153`), 'size', how)
  }
})

const codings: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  'x-gzip': (bytes) => zlib.gzipSync(bytes),
  GZIP: (bytes) => zlib.gzipSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  zstd: (bytes) => zlib.zstdCompressSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  // Some servers send the stream without its zlib wrapper.
  ' deflate': (bytes) => zlib.deflateRawSync(bytes),
  'gzip, br': (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes)),
  'identity, gzip': (bytes) => zlib.gzipSync(bytes),
}
const codedPath = (coding: string, more: string) => `/${encodeURIComponent(coding)}/${more}`

async function startCodingHost() {
  return await startHost((request, response) => {
    const [coding = '', size = ''] = (request.url ?? '').slice(1).split('/').map(decodeURIComponent)
    const code = Object.hasOwn(codings, coding) ? codings[coding] : undefined
    const body = code?.(Buffer.alloc(Number(size), 'photo')) ?? Buffer.from('photo')
    response.setHeader('content-encoding', coding).end(body)
  })
}

test('a compressed body is decoded, and an unknown coding is ignored', async () => {
  await using source = await startCodingHost()
  const guard = { allowed: [source.authority] }
  for (const coding of Object.keys(codings)) {
    const bytes = await safeDownload(
      guard,
      `http://${source.authority}${codedPath(coding, '2097152')}`,
      options,
    )
    assert.ok(bytes.equals(Buffer.alloc(2_097_152, 'photo')), coding)
  }
  for (const coding of [
    'identity',
    'utf-8',
    'binary',
    'none',
    'aws-chunked',
    'unknown',
    '',
    '__proto__',
    'toString',
  ]) {
    const bytes = await safeDownload(guard, `http://${source.authority}${codedPath(coding, '')}`, options)
    assert.equal(bytes.toString(), 'photo', coding)
  }
})

test('a bomb ends at maxBytes, in every coding, and codings in codings', async () => {
  await using source = await startCodingHost()
  const guard = { allowed: [source.authority] }
  for (const coding of Object.keys(codings))
    assert.equal(
      await refusal(guard, `http://${source.authority}${codedPath(coding, '2097153')}`),
      'size',
      coding,
    )
  const bomb = zlib.gzipSync(Buffer.alloc(200_000_000))
  await using hostile = await startHost((request, response) =>
    response.setHeader('content-encoding', request.url?.slice(1).replaceAll('-', ', ') ?? '').end(bomb),
  )
  const atHost = (coding: string) =>
    refusal({ allowed: [hostile.authority] }, `http://${hostile.authority}/${coding}`)
  assert.equal(await atHost('gzip'), 'size')
  assert.equal(await atHost('gzip-gzip-gzip-gzip'), 'encoding')
})

test('a body that cannot be decoded is refused', async () => {
  const whole = zlib.gzipSync(Buffer.alloc(1_000, 'photo'))
  const bodies = { cut: whole.subarray(0, -10), plain: Buffer.from('photo'), empty: Buffer.alloc(0) }
  await using source = await startHost((request, response) =>
    response
      .setHeader('content-encoding', 'gzip')
      .end(bodies[(request.url ?? '').slice(1) as keyof typeof bodies]),
  )
  const guard = { allowed: [source.authority] }
  for (const name of Object.keys(bodies))
    assert.equal(await refusal(guard, `http://${source.authority}/${name}`), 'encoding', name)
})
