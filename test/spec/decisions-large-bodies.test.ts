import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import {
  byCurlAsking,
  byCurlAtOnce,
  byFetch,
  byHttpClient,
  byUrllib,
  type LargeBodyClient,
} from '../support/large-body-clients.ts'
import { signIn } from '../support/person.ts'
import { pythonMissing } from '../support/python.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { origin } from '../support/staff.ts'

const stripe = await startFakeStripe()
const twilio = await startSmsProvider()
const app = await startDray()
// Stripe, Twilio and https, because only then their webhooks are mounted.
const hooked = await startDray({ ...stripe.env, ...twilio.env, BASE_URL: 'https://dray.test' })
after(async () => {
  await app[Symbol.asyncDispose]()
  await hooked[Symbol.asyncDispose]()
  await twilio[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const { apiKey } = await app.partner({ mode: 'test' })
const person = await signIn(app)
const json = { 'content-type': 'application/json' }
const key = { ...json, 'x-api-key': apiKey }

/** `like`: a door that reads bodies in the same way. Only `fetch` sends to this one too. */
type Door = {
  path: string
  method?: string
  headers: Record<string, string>
  status?: number
  like?: string
}

const [creates, signsIn] = ['a partner creates', 'somebody signs in to the app']

const doors: Record<string, Door> = {
  [creates]: { path: '/v1/jobs', headers: key },
  'a partner asks for a price': { path: '/v1/pricing/estimate', headers: key, like: creates },
  'a partner without a key creates': { path: '/v1/jobs', headers: json, status: 401 },
  'a partner moves the clock': { path: '/sandbox/v1/clock', headers: key, like: creates },
  [signsIn]: { path: '/app/v1/sign-in', headers: json },
  'a customer uploads a photo': {
    path: '/app/v1/photos',
    headers: { ...person.headers, origin: app.url, 'content-type': 'image/jpeg' },
  },
  'staff sign in': { path: '/admin/v1/sign-in/password', headers: { ...json, origin }, like: signsIn },
  'people of a partner sign in': {
    path: '/partner/v1/sign-in/password',
    headers: { ...json, origin },
    like: signsIn,
  },
  'the processor sends an event': { path: '/webhooks/stripe', headers: json },
  'the SMS provider reports': {
    path: '/webhooks/twilio/01890000-0000-7000-8000-000000000000',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'somebody posts to a page': { path: '/docs', headers: json, status: 405 },
  'somebody posts to a path that is not routable': { path: '/v1/%zz', headers: key, status: 404 },
}

const isMissing = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'])
    return false
  } catch {
    return true
  }
}
const curlMissing = isMissing('curl')

const clients: Record<string, { send: LargeBodyClient; skip: string | boolean }> = {
  fetch: { send: byFetch, skip: false },
  'http.client of Python': { send: byHttpClient, skip: pythonMissing },
  'urllib of Python': { send: byUrllib, skip: pythonMissing },
  curl: { send: byCurlAtOnce, skip: curlMissing },
  'curl with Expect: 100-continue': { send: byCurlAsking, skip: curlMissing },
}

// A photo may have 8 MB, so its smallest body that is refused is larger than that of the others.
const sizesOf = ({ path }: Door, client: string): number[] => {
  if (path === '/app/v1/photos') return [12_000_000]
  return client === 'fetch' ? [3_000_000, 10_000_000] : [10_000_000]
}

for (const [client, { send, skip }] of Object.entries(clients)) {
  for (const [name, door] of Object.entries(doors)) {
    if (door.like && client !== 'fetch') continue
    test(`3 Limits: ${name} by ${client} with a body of megabytes: the refusal arrives`, {
      skip,
    }, async () => {
      const { path, method = 'POST', headers, status = 413 } = door
      for (const bytes of sizesOf(door, client)) {
        for (const chunked of [false, true]) {
          const answer = await send({
            url: (path.startsWith('/webhooks') ? hooked : app).url + path,
            method,
            headers,
            bytes,
            chunked,
          })
          assert.equal(answer.status, status, answer.body.slice(0, 300))
          const { error } = JSON.parse(answer.body) as { error: string }
          if (status === 413) assert.equal(error, 'payload_too_large')
          assert.equal(answer.headers['content-type'], 'application/json')
          assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
          if (path !== '/docs')
            assert.match(answer.headers['content-security-policy'] ?? '', /default-src 'none'/)
          if (path.startsWith('/v1/')) assert.ok(answer.headers['x-ratelimit-remaining'])
        }
      }
    })
  }
}

/** Sends until the server ends it, as fast as the server reads or a little at a time. */
async function sendWithoutEnd(head: string, part: Buffer, pauseMs: number): Promise<string> {
  let received = ''
  const socket = net.connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  socket.write(head)
  const more = () => {
    if (!socket.writable) return
    if (pauseMs > 0) setTimeout(() => socket.write(part, more), pauseMs)
    else socket.write(part, more)
  }
  more()
  await closed
  return received
}

const headOf = (length: string, connection: string): string =>
  [
    'POST /v1/jobs HTTP/1.1',
    'Host: dray.test',
    `X-API-Key: ${apiKey}`,
    'Content-Type: application/json',
    length,
    `Connection: ${connection}`,
    '',
    '',
  ].join('\r\n')

const chunk = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`)
const endless: Record<string, [head: string, part: Buffer, pauseMs: number]> = {
  'chunks at full speed': [headOf('Transfer-Encoding: chunked', 'keep-alive'), chunk, 0],
  'a length without limit at full speed': [headOf('Content-Length: 999999999999', 'close'), chunk, 0],
  'a large chunk and then a little at a time': [
    headOf('Transfer-Encoding: chunked', 'keep-alive'),
    chunk,
    500,
  ],
  'a length and then a little at a time': [
    headOf('Content-Length: 10000000', 'keep-alive'),
    Buffer.from('a'),
    100,
  ],
  'nonsense after a broken chunk': [`${headOf('Transfer-Encoding: chunked', 'close')}zz\r\n`, chunk, 100],
}

test('6.9 a sender without end is cut off, with one response', async () => {
  const senders = Object.entries(endless).map(async ([name, [head, part, pauseMs]]) => {
    const received = await sendWithoutEnd(head, part, pauseMs)
    assert.match(received, name.startsWith('nonsense') ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 413 /, name)
    assert.equal(received.match(/HTTP\/1\.1 /g)?.length, 1, `${name}: one response`)
  })
  await Promise.all(senders)
})

test('3 Limits: a body that will be refused is not asked for, and one that is read is', async () => {
  const first = async (length: number, apiKeyLine: string): Promise<string> => {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
    const lines = ['Host: dray.test', apiKeyLine, 'Content-Type: application/json', 'Expect: 100-continue']
    socket.write(['POST /v1/jobs HTTP/1.1', ...lines, `Content-Length: ${length}`, '', ''].join('\r\n'))
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return bytes.toString().split('\r\n', 1)[0] ?? ''
  }
  assert.equal(await first(2, `X-API-Key: ${apiKey}`), 'HTTP/1.1 100 Continue')
  assert.equal(await first(3_000_000, `X-API-Key: ${apiKey}`), 'HTTP/1.1 413 Payload Too Large')
  assert.equal(await first(2, 'X-API-Key: unknown'), 'HTTP/1.1 401 Unauthorized')
})

test('3 Limits: a connection stays usable after a refusal whose body was small', async () => {
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  const request = [
    'POST /v1/jobs HTTP/1.1',
    'Host: dray.test',
    'Content-Type: application/json',
    'Content-Length: 2',
    '',
    '{}',
  ]
  socket.write(request.join('\r\n'))
  while (!received.endsWith('}')) await once(socket, 'data')
  const firstLength = received.length
  socket.write(request.join('\r\n'))
  while (received.length < firstLength + 50 || !received.endsWith('}')) await once(socket, 'data')
  assert.equal(received.match(/HTTP\/1\.1 401 /g)?.length, 2)
  socket.destroy()
})
