import assert from 'node:assert/strict'
import type http from 'node:http'
import { test } from 'node:test'
import { closedPort, serveLocally } from '../../../test/support/local-server.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { sinch } from './sinch.ts'

const sms = { id: '0198-row', to: '+34600111222', body: 'Loft: Sofá, 45,20 €' }
const settings = { SINCH_SERVICE_PLAN_ID: 'plan/1', SINCH_API_TOKEN: 'secret-token', SINCH_FROM: '+34911' }
const within = (milliseconds = 5_000) => AbortSignal.timeout(milliseconds)
const connect = (url: string, baseUrl = 'http://dray.test', more: object = {}) =>
  sinch.connect({ ...settings, ...more, SINCH_URL: url }, { baseUrl })

type Answer = (response: http.ServerResponse) => void
const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

type Received = { asked: string; authorization: string | undefined; body: unknown }

async function startSinch(answer: Answer) {
  const received: Received[] = []
  const server = await serveLocally((request, response, text) => {
    const { method, url, headers } = request
    const body = text === '' ? null : JSON.parse(text)
    received.push({ asked: `${method} ${url}`, authorization: headers.authorization, body })
    answer(response)
  })
  return { received, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function failureOf(answer: Answer, call: 'send' | 'find' = 'send'): Promise<ProviderError> {
  await using fake = await startSinch(answer)
  const { send, find } = connect(fake.url)
  const signal = within(1_000)
  const error = await (call === 'send' ? send(sms, signal) : find?.(sms.id, signal))?.catch(
    (it: unknown) => it,
  )
  assert.ok(error instanceof ProviderError, String(error))
  assert.doesNotMatch(`${error.message} ${error.stack}`, /600111222|secret-token|Sof/)
  assert.equal(fake.received.length, 1)
  return error
}

test('Sinch: accepted: one batch for one number, with the id of our row as its reference', async () => {
  await using fake = await startSinch(json(201, { id: '01FC66621XXXXX119Z8PMV1QPQ' }))
  const sent = await connect(`${fake.url}/`).send(sms, within())
  assert.deepEqual(sent, { messageId: '01FC66621XXXXX119Z8PMV1QPQ' })
  assert.deepEqual(fake.received, [
    {
      asked: 'POST /xms/v1/plan%2F1/batches',
      authorization: 'Bearer secret-token',
      body: { from: '34911', to: ['34600111222'], body: sms.body, type: 'mt_text', client_reference: sms.id },
    },
  ])
})

test('Sinch: with an https BASE_URL, a report is asked for, at an address that holds a proof', async () => {
  await using fake = await startSinch(json(201, { id: 'B1' }))
  const provider = connect(fake.url, 'https://dray.test')
  await provider.send(sms, within())
  await provider.send({ ...sms, id: '0199-row', sender: 'Dray' }, within())
  const [one, other] = fake.received.map(({ body }) => body as Record<string, string>)
  assert.equal(one?.delivery_report, 'summary')
  assert.match(one?.callback_url ?? '', /^https:\/\/dray\.test\/webhooks\/sinch\/0198-row\?proof=[\w-]{43}$/)
  assert.notEqual(one?.callback_url?.split('=')[1], other?.callback_url?.split('=')[1])
  assert.equal(other?.from, 'Dray')
})

const statuses: [number, ProviderError['outcome'], boolean][] = [
  [302, 'refused', false],
  [400, 'refused', false],
  [401, 'refused', true],
  [403, 'refused', true],
  [429, 'refused', true],
  [500, 'unknown', true],
  [503, 'unknown', true],
  [200, 'unknown', true],
  [201, 'unknown', true],
]
for (const [status, outcome, retryable] of statuses) {
  test(`Sinch: status ${status} without an id: ${outcome}, ${retryable ? 'to be repeated' : 'for good'}`, async () => {
    const error = await failureOf(json(status, { code: 'syntax_invalid_json', text: sms.to }))
    assert.deepEqual([error.outcome, error.retryable], [outcome, retryable])
    assert.equal(error.message, `sinch: status ${status}, code syntax_invalid_json`)
  })
}

test('Sinch: Retry-After is read', async () => {
  const error = await failureOf((response) => response.writeHead(429, { 'retry-after': '17' }).end('{}'))
  assert.equal(error.retryAfterSeconds, 17)
})

const lost: Record<string, Answer> = {
  'no answer within the limit': () => {},
  'reset before the answer': (response) => response.destroy(),
  garbage: (response) => response.writeHead(201).end('<html>'),
}
for (const [name, answer] of Object.entries(lost)) {
  test(`Sinch: ${name}: it may have been sent`, async () => {
    const error = await failureOf(answer)
    assert.deepEqual([error.outcome, error.retryable], ['unknown', true])
  })
  test(`Sinch: ${name}, to a look-up: nothing was sent, and it is looked up again`, async () => {
    const error = await failureOf(answer, 'find')
    assert.deepEqual([error.outcome, error.retryable], ['refused', true])
  })
}

test('Sinch: connection refused: nothing was sent', async () => {
  const provider = connect(`http://127.0.0.1:${await closedPort()}`)
  const error = await provider.send(sms, within()).catch((it: unknown) => it)
  assert.ok(error instanceof ProviderError)
  assert.deepEqual([error.outcome, error.retryable], ['refused', true])
})

test('Sinch: a look-up finds the batch of our reference among the last 14 days, and no other', async () => {
  const batches = [
    { id: 'B9', client_reference: 'another' },
    { id: 'B1', client_reference: sms.id },
  ]
  for (const [listed, found] of [
    [batches, { messageId: 'B1' }],
    [batches.slice(0, 1), null],
    [[], null],
  ]) {
    await using fake = await startSinch(json(200, { count: 1, page: 0, page_size: 1, batches: listed }))
    assert.deepEqual(await connect(fake.url).find?.(sms.id, within()), found)
    const { searchParams } = new URL(fake.received[0]?.asked.split(' ')[1] ?? '', fake.url)
    assert.equal(searchParams.get('client_reference'), sms.id)
    const daysAgo = (Date.now() - Date.parse(searchParams.get('start_date') ?? '')) / 86_400_000
    assert.equal(Math.round(daysAgo), 14)
  }
})

test('Sinch: a look-up that is refused is repeated, as the text may have been sent', async () => {
  const error = await failureOf(json(401, {}), 'find')
  assert.deepEqual(
    [error.message, error.outcome, error.retryable],
    ['sinch: not looked up: status 401', 'refused', true],
  )
})
