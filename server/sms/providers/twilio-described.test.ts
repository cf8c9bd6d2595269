import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describedApi } from '../../../test/support/described-api.ts'
import { serveLocally } from '../../../test/support/local-server.ts'
import { createMessage, startSmsProvider, twilioAnswer } from '../../../test/support/sms-provider.ts'
import { twilio } from './twilio.ts'

const account = `AC${'0'.repeat(32)}`
const sms = { id: '0198-row', to: '+34600111222', body: 'Loft: Sofá' }

const requests: [string, object, object, string][] = [
  ['a number', { TWILIO_FROM: '+15555550100' }, {}, 'http://dray.test'],
  ['a messaging service', { TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` }, {}, 'https://dray.test'],
  ['the sender of a country', { TWILIO_FROM: '+15555550100' }, { sender: 'Loft' }, 'https://dray.test'],
]
for (const [name, settings, more, baseUrl] of requests) {
  test(`Twilio: our request, from ${name}, is as Twilio declares it`, async () => {
    const received: Record<string, string>[] = []
    await using server = await serveLocally((_request, response, body) => {
      received.push(Object.fromEntries(new URLSearchParams(body)))
      response.writeHead(201).end(JSON.stringify(twilioAnswer(1)))
    })
    const provider = twilio.connect(
      { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'token', ...settings, TWILIO_URL: server.url },
      { baseUrl },
    )
    await provider.send({ ...sms, ...more }, AbortSignal.timeout(5_000))
    assert.deepEqual(createMessage.requestFaults(received[0] ?? {}), [])
    assert.deepEqual(server.asked, [`POST /2010-04-01/Accounts/${account}/Messages.json`])
  })
}

test('Twilio: the answer of the provider of the tests is as Twilio declares it', async () => {
  await using stub = await startSmsProvider()
  const response = await fetch(`${stub.env.TWILIO_URL}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    body: new URLSearchParams({ To: sms.to, Body: sms.body }),
  })
  assert.deepEqual(createMessage.answerFaults(response.status, (await response.json()) as object), [])
})

test('Twilio: the description tells a wrong request and a wrong answer', () => {
  const request = { To: sms.to, Body: sms.body }
  assert.deepEqual(createMessage.requestFaults(request), [])
  for (const wrong of [{ To: undefined }, { Text: sms.body }, { Attempt: 'one' }, { RiskCheck: 'off' }])
    assert.equal(createMessage.requestFaults({ ...request, ...wrong }).length, 1, JSON.stringify(wrong))
  const answer = twilioAnswer(1)
  assert.deepEqual(createMessage.answerFaults(201, answer), [])
  for (const wrong of [{ sid: 1 }, { sid: undefined }, { status: 'gone' }, { id: 'SM1' }])
    assert.equal(createMessage.answerFaults(201, { ...answer, ...wrong }).length, 1, JSON.stringify(wrong))
  assert.equal(createMessage.answerFaults(200, answer).length, 1)
  const { operationOf } = describedApi('twilio.json')
  assert.equal(operationOf('POST', `/2010-04-01/Accounts/${account}/Message.json`), null)
})
