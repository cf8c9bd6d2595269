import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { describedApi } from '../../../test/support/described-api.ts'
import { startDray } from '../../../test/support/dray.ts'
import { sinchReport } from '../../../test/support/sinch.ts'
import { insertNoticeText, readDelivery } from '../../../test/support/sms-rows.ts'
import { newId } from '../../lib/ids.ts'
import { callbackOf } from './sinch-delivery.ts'

/* A whole Dray that Sinch and Twilio can reach. What Sinch posts is shaped as its SDK declares it. */
const baseUrl = 'https://dray.example'
const env = {
  BASE_URL: baseUrl,
  SMS_PROVIDER: 'twilio,sinch',
  SINCH_SERVICE_PLAN_ID: 'plan',
  SINCH_API_TOKEN: 'token-of-the-tests',
  SINCH_URL: 'http://127.0.0.1:9',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: 'Dray',
}
const app = await startDray(env)
after(() => app[Symbol.asyncDispose]())
const { kysely } = app.db
const described = describedApi('sinch.json').posted('DeliveryReport')

const pathOf = (id: string, token = env.SINCH_API_TOKEN): string =>
  (callbackOf({ SINCH_API_TOKEN: token }, { baseUrl, id }).callback_url ?? '').slice(baseUrl.length)

async function post(path: string, body: unknown, { url = app.url, headers = {} } = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.status
}

const newText = (provider = 'sinch') =>
  insertNoticeText(kysely, { provider, status: 'sent', messageId: 'B1' })

test('DESIGN 6, texts: each final state of Sinch is written down, once', async () => {
  for (const [status, code, expected] of [
    ['Delivered', 0, ['sent', 'delivered', null]],
    ['Failed', 402, ['failed', 'undelivered', 'sinch: failed, code 402']],
    ['Expired', 406, ['failed', 'undelivered', 'sinch: expired, code 406']],
    ['Rejected', 404, ['failed', 'failed', 'sinch: rejected, code 404']],
    ['Aborted', 408, ['failed', 'failed', 'sinch: aborted, code 408']],
    ['Dispatched', 400, ['sent', null, null]],
    ['Unknown', 403, ['sent', null, null]],
  ] as const) {
    const { id } = await newText()
    assert.deepEqual(described.faults(sinchReport(status, code)), [], status)
    for (const _ of [1, 2]) assert.equal(await post(pathOf(id), sinchReport(status, code)), 204)
    const row = await readDelivery(kysely, id)
    assert.deepEqual([row.status, row.delivery, row.last_error], expected, status)
  }
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.ok(metrics.includes('dray_sms_total{provider="sinch",result="undelivered"} 2'))
  assert.ok(metrics.includes('dray_sms_total{provider="sinch",result="reported_failed"} 2'))
  assert.ok(!metrics.includes('result="failed"'), 'nothing was refused')
})

test('DESIGN 6, texts: a report of Sinch changes only a text that Sinch has', async () => {
  const { id } = await newText('twilio')
  assert.equal(await post(pathOf(id), sinchReport('Failed')), 204)
  assert.equal((await readDelivery(kysely, id)).status, 'sent')
  assert.equal(await post(pathOf(newId()), sinchReport('Failed')), 204)
  const other = await newText()
  assert.equal(await post(pathOf(other.id), sinchReport('Failed', 0, 'B0')), 204)
  assert.equal((await readDelivery(kysely, other.id)).status, 'sent')
})

test('DESIGN 6, texts: a report of Sinch without the proof of its row is refused', async () => {
  const [{ id }, other] = [await newText(), await newText()]
  const report = sinchReport('Failed')
  const proofOfOther = pathOf(other.id).split('?')[1]
  for (const path of [
    `/webhooks/sinch/${id}`,
    `/webhooks/sinch/${id}?${proofOfOther}`,
    pathOf(id, 'another token'),
  ])
    assert.equal(await post(path, report), 400, path)
  assert.equal((await readDelivery(kysely, id)).status, 'sent')
  for (const body of [
    '',
    'nonsense',
    '[]',
    '{"batch_id":"B1"}',
    '{"batch_id":"B1","statuses":[{"status":3}]}',
  ])
    assert.equal(await post(pathOf(id), body), 204, body)
})

test('DESIGN 6, texts: with credentials for callbacks, a report of Sinch needs them too', async () => {
  const secured = { ...env, SINCH_CALLBACK_USER: 'sinch', SINCH_CALLBACK_PASSWORD: 'pass:word' }
  await using other = await startDray(secured)
  const to = (headers: Record<string, string>) => ({ url: other.url, headers })
  const path = pathOf(newId())
  const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })
  assert.equal(await post(path, sinchReport('Delivered'), to({})), 400)
  assert.equal(await post(path, sinchReport('Delivered'), to(basic('sinch:wrong'))), 400)
  assert.equal(await post(path, sinchReport('Delivered'), to(basic('sinch:pass:word'))), 204)
})

test('DESIGN 6, texts: each chosen provider has its webhook, and only with an https address', async () => {
  const { id } = await newText()
  assert.equal((await app.fetch(`/webhooks/sinch/${id}`)).status, 405)
  assert.equal((await app.fetch(`/webhooks/twilio/${id}`)).status, 405)
  await using plain = await startDray({ ...env, BASE_URL: 'http://dray.example' })
  assert.equal((await plain.fetch(`/webhooks/sinch/${id}`, { raw: '' })).status, 404)
})
