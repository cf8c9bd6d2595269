import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('every content encoding except identity is refused, so that no body is decompressed', async () => {
  await using source = await startHost((request, response) => {
    response.setHeader('content-encoding', decodeURIComponent(request.url?.slice(1) ?? ''))
    response.end(Buffer.alloc(1_000))
  })
  const guard = { allowed: [source.authority] }
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip', 'GZIP', 'unknown']) {
    const reason = await refusal(guard, `http://${source.authority}/${encodeURIComponent(encoding)}`)
    assert.equal(reason, 'encoding', encoding)
  }
  const bytes = await safeDownload(guard, `http://${source.authority}/identity`, options)
  assert.equal(bytes.length, 1_000)
})
