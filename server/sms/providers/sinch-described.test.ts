import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describedApi } from '../../../test/support/described-api.ts'
import { serveLocally } from '../../../test/support/local-server.ts'
import { sinchAnswer, sinchReport } from '../../../test/support/sinch.ts'
import { sinch } from './sinch.ts'

const description = describedApi('sinch.json')
const sms = { id: '0198-row', to: '+34600111222', body: 'Loft: Sofá' }
const settings = { SINCH_SERVICE_PLAN_ID: 'plan', SINCH_API_TOKEN: 'token' }

/** Answers as the description says, and collects what differs from it. */
async function startDescribed() {
  const faults: string[] = []
  const server = await serveLocally((request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://sinch.test')
    const operation = description.operationOf(request.method ?? '', pathname)
    if (!operation) {
      response.writeHead(404).end()
      return
    }
    const asked = request.method === 'POST' ? JSON.parse(body) : Object.fromEntries(searchParams)
    const { status, answer } = sinchAnswer(request.method ?? '', sms.id)
    faults.push(...operation.requestFaults(asked), ...operation.answerFaults(status, answer))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  return { faults, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

for (const [name, more, baseUrl] of [
  ['a number', { SINCH_FROM: '+34911' }, 'http://dray.test'],
  ['the sender of the account', {}, 'https://dray.test'],
] as const) {
  test(`Sinch: our batch from ${name}, and our look-up, are as Sinch declares them`, async () => {
    await using fake = await startDescribed()
    const provider = sinch.connect({ ...settings, ...more, SINCH_URL: fake.url }, { baseUrl })
    const sent = await provider.send(sms, AbortSignal.timeout(5_000))
    assert.deepEqual(await provider.find?.(sms.id, AbortSignal.timeout(5_000)), sent)
    assert.deepEqual(fake.faults, [])
  })
}

test('Sinch: the description tells a wrong batch and a wrong answer', () => {
  const batches = description.operationOf('POST', '/xms/v1/plan/batches')
  const batch = { to: ['34600111222'], body: sms.body }
  assert.deepEqual(batches?.requestFaults(batch), [])
  for (const wrong of [{ to: sms.to }, { text: sms.body }, { type: 'sms' }, { delivery_report: 'all' }])
    assert.equal(batches?.requestFaults({ ...batch, ...wrong }).length, 1, JSON.stringify(wrong))
  assert.notDeepEqual(batches?.answerFaults(201, { id: 1 }), [])
  assert.equal(description.operationOf('POST', '/xms/v1/plan/batch'), null)
  const { faults } = description.posted('DeliveryReport')
  assert.notDeepEqual(faults(sinchReport('Gone', 402)), [])
  assert.notDeepEqual(faults({ ...sinchReport('Failed', 402), batch: 'B1' }), [])
})
