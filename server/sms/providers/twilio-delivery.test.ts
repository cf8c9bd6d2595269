import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { startDray } from '../../../test/support/dray.ts'
import { insertNoticeText, readDelivery } from '../../../test/support/sms-rows.ts'
import { newId } from '../../lib/ids.ts'
import { recordSent } from '../store.ts'

/* A whole Dray that Twilio can reach; what Twilio posts is signed here as its documentation says. */
const baseUrl = 'https://dray.example'
const token = 'token-of-the-tests'
const env = {
  BASE_URL: baseUrl,
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_AUTH_TOKEN: token,
  TWILIO_FROM: 'Dray',
  TWILIO_URL: 'http://127.0.0.1:9',
}
const app = await startDray(env)
after(() => app[Symbol.asyncDispose]())
const { kysely } = app.db

type Status = 'running' | 'sent' | 'unknown' | 'due'

const newText = (status: Status, messageId: string | null = 'SM1') =>
  insertNoticeText(kysely, { provider: 'twilio', status, messageId })

const rowOf = (id: string) => readDelivery(kysely, id)

type Post = { signedUrl?: string; signature?: string; key?: string }

async function report(
  id: string,
  fields: Record<string, string>,
  { signedUrl, signature, key = token }: Post = {},
) {
  const form = new URLSearchParams({ MessageSid: 'SM1', AccountSid: 'AC0', To: '+34600111222', ...fields })
  const path = `/webhooks/twilio/${id}`
  const text = [...form]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, signedUrl ?? baseUrl + path)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature ?? createHmac('sha1', key).update(text).digest('base64'),
  }
  return (await fetch(app.url + path, { method: 'POST', headers, body: form.toString() })).status
}

test('the signature is the one of Twilio’s own example', async () => {
  const { twilioDelivery } = await import('./twilio-delivery.ts')
  const read = twilioDelivery('12345', { baseUrl: 'https://example.com' })
  const form =
    'CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212'
  const posted = { path: '/myapp.php?foo=1&bar=2', bytes: Buffer.from(form) }
  assert.equal(
    read?.({ ...posted, header: () => 'L/OH5YylLD5NRKLltdqwSvS0BnU=' }),
    null,
    'signed, and no report',
  )
  assert.equal(read?.({ ...posted, header: () => 'M/OH5YylLD5NRKLltdqwSvS0BnU=' }), 'unsigned')
})

test('DESIGN 6, texts: delivered, undelivered and failed are written down, once', async () => {
  for (const [status, expected] of [
    ['delivered', ['sent', 'delivered', null]],
    ['undelivered', ['failed', 'undelivered', 'twilio: undelivered, code 30006']],
    ['failed', ['failed', 'failed', 'twilio: failed, code 30006']],
    ['sent', ['sent', null, null]],
  ] as const) {
    const { id } = await newText('sent')
    const fields = { MessageStatus: status, ...(status !== 'delivered' && { ErrorCode: '30006' }) }
    for (const _ of [1, 2]) assert.equal(await report(id, fields), 204)
    const row = await rowOf(id)
    assert.deepEqual([row.status, row.delivery, row.last_error], expected, status)
  }
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.ok(metrics.includes('dray_sms_total{provider="twilio",result="undelivered"} 1'))
})

test('DESIGN 6, texts: a delivery report ends the retries of an SMS in doubt; it outranks a failure in any order', async () => {
  for (const status of ['running', 'due', 'unknown'] as const) {
    const { id } = await newText(status, null)
    await report(id, { MessageStatus: 'delivered' })
    await report(id, { MessageStatus: 'undelivered' })
    const row = await rowOf(id)
    assert.deepEqual(
      [row.status, row.delivery, row.provider_message_id],
      ['sent', 'delivered', 'SM1'],
      status,
    )
  }
  const { id } = await newText('sent')
  await report(id, { MessageStatus: 'undelivered' })
  await report(id, { MessageStatus: 'delivered' })
  assert.deepEqual((await rowOf(id)).status, 'sent')
})

test('DESIGN 6, texts: a failure that is reported before the acceptance is written counts; that of an older message does not', async () => {
  const early = await newText('running', null)
  await report(early.id, { MessageStatus: 'failed', ErrorCode: '30005' })
  assert.equal((await rowOf(early.id)).status, 'running')
  await recordSent(kysely, early, { provider: 'twilio', messageId: 'SM1' })
  assert.deepEqual((await rowOf(early.id)).status, 'failed')
  const second = await newText('running', null)
  await report(second.id, { MessageStatus: 'failed', MessageSid: 'SM0' })
  await recordSent(kysely, second, { provider: 'twilio', messageId: 'SM1' })
  assert.deepEqual([(await rowOf(second.id)).status, (await rowOf(second.id)).delivery], ['sent', null])
  assert.equal(await report(second.id, { MessageStatus: 'failed', MessageSid: 'SM0' }), 204)
  assert.equal((await rowOf(second.id)).status, 'sent')
})

test('DESIGN 6, texts: only reports signed by Twilio are accepted, and only with an https address', async () => {
  const { id } = await newText('sent')
  const fields = { MessageStatus: 'failed' }
  assert.equal(await report(id, fields, { signature: '' }), 400)
  assert.equal(await report(id, fields, { key: 'another token' }), 400)
  assert.equal(await report(id, fields, { signedUrl: `${baseUrl}/webhooks/twilio/${newId()}` }), 400)
  assert.equal((await rowOf(id)).status, 'sent')
  assert.equal(await report('nonsense', fields), 204)
  assert.equal(await report(newId(), fields), 204)
  assert.equal((await app.fetch(`/webhooks/twilio/${id}`)).status, 405)
  await using plain = await startDray({ ...env, BASE_URL: 'http://dray.example' })
  assert.equal((await plain.fetch(`/webhooks/twilio/${id}`, { raw: '' })).status, 404)
})
