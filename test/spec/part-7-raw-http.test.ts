import assert from 'node:assert/strict'
import net from 'node:net'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { assertShape, exactly } from '../support/shape.ts'

// Every response here is also checked against the published document: its body, and the rate headers (spec 8, rule 3).
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { apiKey } = await app.partner()

const host = 'Host: dray.test'
const key = `X-API-Key: ${apiKey}`
const json = 'Content-Type: application/json'
const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'
const reading = `GET ${unknownJob} HTTP/1.1`
const creating = 'POST /v1/jobs HTTP/1.1'
const toCreate = { method: 'POST', path: '/v1/jobs' }
const toRead = { method: 'GET', path: unknownJob }
const body = JSON.stringify(sofa)
const error = (code: string) => ({ error: exactly(code), message: 'string' }) as const

const malformed: Record<string, (string | Buffer)[]> = {
  'two Host headers': rawRequest(reading, [host, 'Host: other.test', key]),
  'two equal Host headers': rawRequest(reading, [host, host, key]),
  'no Host header': rawRequest(reading, [key]),
  'no HTTP at all': ['hello, is this dray?\r\n\r\n'],
  'a TLS greeting': [Buffer.from('16030100c8010000c40303', 'hex'), '\r\n\r\n'],
  'binary noise': [Buffer.from('00ff00ff0d0a0d0a', 'hex')],
  'an unknown version': rawRequest(`GET ${unknownJob} HTTP/9.9`, [host, key]),
  'an unknown method': rawRequest(`FETCH ${unknownJob} HTTP/1.1`, [host, key]),
  'a space in the path': rawRequest('GET /v1/jobs/a b HTTP/1.1', [host, key]),
  'a space before the colon': rawRequest(reading, [host, `X-API-Key : ${apiKey}`]),
  'a folded header': rawRequest(reading, [host, `X-Other: a\r\n b`, key]),
  'a header without a colon': rawRequest(reading, [host, 'nonsense', key]),
  'a control character in a header': rawRequest(reading, [host, 'X-Other: a\u0001b', key]),
  'a bare line feed': [`${reading}\n${host}\n${key}\nConnection: close\n\n`],
  'both Content-Length and Transfer-Encoding': rawRequest(
    creating,
    [host, key, json, `Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
    body,
  ),
  'two Content-Length': rawRequest(
    creating,
    [host, key, json, 'Content-Length: 3', 'Content-Length: 4'],
    '{}',
  ),
  'a Content-Length with a sign': rawRequest(creating, [host, key, json, 'Content-Length: +13'], body),
  'a Content-Length that is not a number': rawRequest(
    creating,
    [host, key, json, 'Content-Length: ten'],
    body,
  ),
  'an unknown Transfer-Encoding': rawRequest(
    creating,
    [host, key, json, 'Transfer-Encoding: xchunked'],
    body,
  ),
  'a broken chunk': rawRequest(
    creating,
    [host, key, json, 'Transfer-Encoding: chunked'],
    'zz\r\n{}\r\n0\r\n\r\n',
  ),
}

for (const [name, bytes] of Object.entries(malformed)) {
  test(`7 a request with ${name} is 400 validation_error, in the usual shape`, async () => {
    const answer = await sendRaw(
      app.url,
      bytes,
      name.includes('chunk') || name.includes('Length') ? toCreate : toRead,
    )
    assert.equal(answer.status, 400)
    assertShape(answer.body, error('validation_error'))
    assert.equal(answer.headers.get('connection'), 'close')
  })
}

test('7 headers that are too large are 431 validation_error', async () => {
  const answer = await sendRaw(
    app.url,
    rawRequest(reading, [host, key, `X-Other: ${'a'.repeat(70_000)}`]),
    toRead,
  )
  assert.equal(answer.status, 431)
  assertShape(answer.body, error('validation_error'))
})

test('7 an expectation we do not know does not change the answer', async () => {
  const answer = await sendRaw(app.url, rawRequest(reading, [host, key, 'Expect: something-else']), toRead)
  assert.equal(answer.status, 404)
})

test('7 an offer to upgrade is not taken up', async () => {
  const headers = [host, key, 'Upgrade: websocket', 'Sec-WebSocket-Key: x']
  const request = rawRequest(reading, headers).map((part) => String(part).replace('close', 'close, upgrade'))
  const answer = await sendRaw(app.url, request, toRead)
  assert.equal(answer.status, 404)
})

test('7 TRACE does not echo the request', async () => {
  const answer = await sendRaw(app.url, rawRequest('TRACE /v1/jobs HTTP/1.1', [host, key]), {
    method: 'TRACE',
    path: '/v1/jobs',
  })
  assert.ok([404, 405].includes(answer.status))
  assert.ok(!answer.text.includes(apiKey))
})

test('7 an absolute request target is judged by its path, not by its host', async () => {
  const start = `GET http://other.test${unknownJob} HTTP/1.1`
  const answer = await sendRaw(app.url, rawRequest(start, [host, key]), toRead)
  assert.equal(answer.status, 404)
  assertShape(answer.body, error('not_found'))
})

test('7 a chunked body is read like any other, and one without an end in sight is 413', async () => {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const headers = [host, key, json, 'Transfer-Encoding: chunked']
  const whole = await sendRaw(app.url, rawRequest(creating, headers, `${chunk(body)}0\r\n\r\n`), toCreate)
  assert.equal(whole.status, 201)
  const endless = await sendRaw(app.url, rawRequest(creating, headers, chunk('a'.repeat(70_000))), toCreate)
  assert.equal(endless.status, 413)
  assertShape(endless.body, error('payload_too_large'))
})

test('7 a body announced too large is refused before it is sent', async () => {
  const answer = await sendRaw(
    app.url,
    rawRequest(creating, [host, key, json, 'Content-Length: 100000000']),
    toCreate,
  )
  assert.equal(answer.status, 413)
})

test('7 a body without a content type is 415', async () => {
  const answer = await sendRaw(app.url, rawRequest(creating, [host, key], body), toCreate)
  assert.equal(answer.status, 415)
  assertShape(answer.body, error('unsupported_media_type'))
})

test('7 a request that does not arrive in time is 408 request_timeout, header or body', async () => {
  const header = sendRaw(app.url, `${reading}\r\n${host}\r\n`, toCreate)
  const rest = sendRaw(
    app.url,
    rawRequest(creating, [host, key, json, 'Content-Length: 1000'], '{"title":'),
    toCreate,
  )
  for (const answer of await Promise.all([header, rest])) {
    assert.equal(answer.status, 408)
    assertShape(answer.body, error('request_timeout'))
  }
})

test('7 a body on a GET is not looked at', async () => {
  const answer = await sendRaw(app.url, rawRequest(reading, [host, key, json], '{"broken'), toRead)
  assert.equal(answer.status, 404)
})

test('7 a caller that goes away in the middle leaves the service well', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${creating}\r\n${host}\r\n${key}\r\n${json}\r\nContent-Length: 500\r\n\r\n{"a`)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
  }
  assert.equal((await app.fetch(unknownJob, { headers: { 'x-api-key': apiKey } })).status, 404)
})

const sameTargets = { 'with scheme and host': 'http://dray.test/v1', 'with needless codes': '/%76%31' }
for (const [name, base] of Object.entries(sameTargets)) {
  test(`8.3 a target ${name} is the same target: every answer shows the counter, refusals too`, async () => {
    const noMethod = await sendRaw(app.url, rawRequest(`GET ${base}/jobs HTTP/1.1`, [host, key]), {
      method: 'GET',
      path: '/v1/jobs',
    })
    assert.deepEqual([noMethod.status, noMethod.headers.get('allow')], [405, 'POST'])
    for (const [path, hosts, status] of [
      ['jobs/%zz', [host], 404],
      ['none', [host], 404],
      ['jobs/none', [host, host], 400],
    ] as const) {
      const bytes = rawRequest(`GET ${base}/${path} HTTP/1.1`, [...hosts, key])
      const answer = await sendRaw(app.url, bytes, { method: 'GET', path: `/v1/${path}` })
      assert.equal(answer.status, status, path)
      assert.ok(answer.headers.get('x-ratelimit-remaining'), path)
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/, path)
    }
  })
}
