import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ProviderError } from '../../lib/provider-error.ts'
import { twilio } from './twilio.ts'

const sms = {
  id: '0198-row',
  to: '+34600111222',
  body: 'Loft: Sofá, 45,20 €. https://app.example.com/draft/x?phone=%2B34600111222',
}
const credentials = {
  TWILIO_ACCOUNT_SID: 'AC123',
  TWILIO_AUTH_TOKEN: 'secret-token',
  TWILIO_FROM: '+15555550100',
}
const within = (milliseconds = 5_000) => AbortSignal.timeout(milliseconds)

const connect = (settings: Parameters<typeof twilio.connect>[0], baseUrl = 'http://dray.test') =>
  twilio.connect(settings, { baseUrl })

type Received = {
  method: string | undefined
  path: string | undefined
  headers: http.IncomingHttpHeaders
  form: URLSearchParams
}

/** A local server that records every complete request and sends the response that the test sets. */
async function startFake(answer: (response: http.ServerResponse) => void) {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      received.push({ method, path, headers, form: new URLSearchParams(text) })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const json = (status: number, body: unknown) => (response: http.ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function failureOf(
  answer: (response: http.ServerResponse) => void,
  signal = within(),
): Promise<ProviderError> {
  await using fake = await startFake(answer)
  const error = await connect({ ...credentials, TWILIO_URL: fake.url })
    .send(sms, signal)
    .catch((error: unknown) => error)
  assert.equal(fake.received.length, 1)
  return assertReported(error)
}

function assertReported(error: unknown): ProviderError {
  assert.ok(error instanceof ProviderError, String(error))
  assert.doesNotMatch(`${error.message} ${error.stack}`, /600111222|secret-token|Sof/)
  return error
}

test('Twilio: accepted: one POST with the account, the sender and the text; the message id is kept', async () => {
  await using fake = await startFake(json(201, { sid: 'SM1', status: 'queued' }))
  const provider = connect({ ...credentials, TWILIO_URL: `${fake.url}/` })
  assert.equal(provider.delivers, true)
  assert.deepEqual(await provider.send(sms, within()), { messageId: 'SM1' })
  const [request] = fake.received
  assert.equal(request?.method, 'POST')
  assert.equal(request?.path, '/2010-04-01/Accounts/AC123/Messages.json')
  assert.equal(
    request?.headers.authorization,
    `Basic ${Buffer.from('AC123:secret-token').toString('base64')}`,
  )
  assert.deepEqual(Object.fromEntries(request?.form ?? []), {
    To: sms.to,
    Body: sms.body,
    From: '+15555550100',
  })
})

test('Twilio: a messaging service takes the place of the sender', async () => {
  await using fake = await startFake(json(201, { sid: 'SM2' }))
  const settings = { ...credentials, TWILIO_MESSAGING_SERVICE_SID: 'MG9', TWILIO_URL: fake.url }
  await connect(settings).send(sms, within())
  assert.equal(fake.received[0]?.form.get('MessagingServiceSid'), 'MG9')
  assert.equal(fake.received[0]?.form.get('From'), null)
})

test('Twilio: with an https BASE_URL, Twilio is asked for delivery reports', async () => {
  await using fake = await startFake(json(201, { sid: 'SM2', status: 'accepted' }))
  await connect({ ...credentials, TWILIO_URL: fake.url }, 'https://dray.test').send(sms, within())
  assert.equal(fake.received[0]?.form.get('StatusCallback'), 'https://dray.test/webhooks/twilio/0198-row')
})

for (const status of ['failed', 'undelivered']) {
  test(`Twilio: a message that is accepted as ${status} is refused for good`, async () => {
    const error = await failureOf(
      json(201, { sid: 'SM3', status, error_code: 30_006, error_message: sms.to }),
    )
    assert.deepEqual([error.outcome, error.retryable], ['refused', false])
    assert.equal(error.message, `twilio: accepted as ${status}, code 30006`)
  })
}

test('Twilio: Retry-After is read, in seconds or as a date', async () => {
  const at = new Date(Date.now() + 90_000).toUTCString()
  for (const [header, least, most] of [
    ['17', 17, 17],
    [at, 60, 91],
  ] as const) {
    const error = await failureOf((response) => {
      response.writeHead(429, { 'retry-after': header }).end('{}')
    })
    const seconds = error.retryAfterSeconds ?? 0
    assert.ok(seconds >= least && seconds <= most, String(seconds))
  }
})

test('Twilio: neither sender nor service: the start says which variable is missing', () => {
  const { TWILIO_FROM: _, ...noSender } = credentials
  assert.throws(
    () => connect({ ...noSender, TWILIO_URL: 'http://127.0.0.1:9' }),
    /TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID/,
  )
})

test('Twilio: refused for good: 400, with Twilio’s code and without its wording', async () => {
  const error = await failureOf(
    json(400, { code: 21211, message: `The number ${sms.to} is not valid`, status: 400 }),
  )
  assert.equal(error.message, 'twilio: status 400, code 21211')
  assert.deepEqual([error.outcome, error.retryable], ['refused', false])
})

const statuses: [number, ProviderError['outcome'], boolean][] = [
  [302, 'refused', false],
  [401, 'refused', true],
  [403, 'refused', true],
  [404, 'refused', false],
  [429, 'refused', true],
  [503, 'refused', true],
  [500, 'unknown', true],
  [502, 'unknown', true],
  [504, 'unknown', true],
  [200, 'unknown', true],
]
for (const [status, outcome, retryable] of statuses) {
  test(`Twilio: status ${status}: ${outcome}, ${retryable ? 'to be repeated' : 'for good'}`, async () => {
    const error = await failureOf(json(status, { code: 20_000, message: sms.to }))
    assert.deepEqual([error.outcome, error.retryable], [outcome, retryable])
  })
}

test('Twilio: a redirect is not followed: the credentials go to one host only', async () => {
  await using other = await startFake(json(201, { sid: 'SM3' }))
  await failureOf((response) => response.writeHead(307, { location: other.url }).end())
  assert.equal(other.received.length, 0)
})

const lost: Record<string, (response: http.ServerResponse) => void> = {
  'no answer within the limit': () => {},
  'an answer that drips beyond the limit': (response) => response.writeHead(201).write('{"sid":'),
  'reset before the answer': (response) => response.destroy(),
  'reset mid-answer': (response) => {
    response.writeHead(201, { 'content-length': '100' })
    response.write('{"sid":"SM', () => response.destroy())
  },
  garbage: (response) => response.writeHead(201).end('<html>'),
  'success without an id': json(201, { status: 'queued' }),
  'an endless answer': (response) => {
    response.writeHead(201)
    const pour = (): unknown => response.destroyed || response.write('x'.repeat(65_536), pour)
    pour()
  },
}
for (const [name, answer] of Object.entries(lost)) {
  test(`Twilio: ${name}: it may have been sent`, async () => {
    const error = await failureOf(answer, within(1_000))
    assert.deepEqual([error.outcome, error.retryable], ['unknown', true])
  })
}

test('Twilio: connection refused or no such host: nothing was sent', async () => {
  const closed = await startFake(() => {})
  await closed[Symbol.asyncDispose]()
  for (const url of [closed.url, 'http://nowhere.invalid']) {
    const provider = connect({ ...credentials, TWILIO_URL: url })
    const error = assertReported(await provider.send(sms, within()).catch((error: unknown) => error))
    assert.deepEqual([error.outcome, error.retryable], ['refused', true], error.message)
  }
})
