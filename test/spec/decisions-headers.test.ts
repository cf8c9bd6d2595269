import assert from 'node:assert/strict'
import test from 'node:test'
import sharp from 'sharp'
import { uploadPhoto } from '#contract/app/customer.ts'
import { startDray } from '../support/dray.ts'
import { signIn } from '../support/person.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'

// "HSTS when https, `nosniff` on every answer": pages, both APIs, errors, 304, photos, and malformed HTTP.

const paths: [string, string, number][] = [
  ['GET', '/', 200],
  ['GET', '/docs', 200],
  ['GET', '/docs/openapi.json', 200],
  ['GET', '/draft/abcdefghijk', 200],
  ['GET', '/nowhere', 404],
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/metrics', 200],
  ['POST', '/docs', 405],
  ['GET', '/photos/none.jpg', 404],
  ['GET', '/v1/openapi.json', 200],
  ['GET', '/v1/jobs/none', 401],
  ['GET', '/v1/%zz', 401],
  ['GET', '/app/openapi.json', 200],
  ['GET', '/app/v1/me', 401],
  ['GET', '/app/v1/%zz', 404],
  ['GET', '/.well-known/assetlinks.json', 404],
]

test('every answer says nosniff; with an https BASE_URL every answer says HSTS, without one none', async () => {
  for (const [baseUrl, hsts] of [
    ['https://dray.test', 'max-age=31536000'],
    ['http://dray.test', null],
  ] as const) {
    await using app = await startDray({ BASE_URL: baseUrl })
    const check = (headers: Headers, what: string) => {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', what)
      assert.equal(headers.get('strict-transport-security'), hsts, what)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', what)
      assert.equal(headers.get('x-frame-options'), 'DENY', what)
    }
    for (const [method, path, status] of paths) {
      const answer = await app.fetch(path, { method })
      assert.equal(answer.status, status, `${method} ${path}`)
      check(answer.headers, `${method} ${path}`)
    }
    const partner = await app.partner()
    const { body } = await partner.create()
    const read = await partner.read(body.job_id)
    const unchanged = await partner.read(body.job_id, { 'if-none-match': read.headers.get('etag') ?? '' })
    assert.equal(unchanged.status, 304)
    check(unchanged.headers, '304')
    const broken = await sendRaw(app.url, rawRequest('GET /v1/jobs HTTP/x', ['Host: dray']))
    assert.equal(broken.status, 400)
    check(broken.headers, 'a request that is not HTTP')
    const twoHosts = await sendRaw(app.url, rawRequest('GET /v1/jobs HTTP/1.1', ['Host: a', 'Host: b']))
    assert.equal(twoHosts.status, 401)
    check(twoHosts.headers, 'two hosts')
  }
})

test('data opened as a page may do nothing: both APIs, their errors and photos; the stream of events too', async () => {
  await using app = await startDray()
  const person = await signIn(app)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { url } = await person.ok(uploadPhoto, { body: picture })
  const live = new AbortController()
  const stream = await fetch(`${app.url}/app/v1/live`, { headers: person.headers, signal: live.signal })
  live.abort()
  const answers = await Promise.all(
    ['/v1/jobs/none', '/app/v1/me', '/metrics', new URL(url).pathname].map((path) => app.fetch(path)),
  )
  for (const { headers } of [stream, ...answers]) {
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})
