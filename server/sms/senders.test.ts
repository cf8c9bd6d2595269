import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/read-config.ts'
import type { OutgoingSms, SmsProvider } from './provider.ts'
import { sendersOf, withSenders } from './senders.ts'

test('decision 56: the sender is chosen by the country of the recipient', async () => {
  const sent: OutgoingSms[] = []
  const inner: SmsProvider = {
    name: 'inner',
    delivers: true,
    async send(sms) {
      sent.push(sms)
      return { messageId: null }
    },
  }
  const provider = withSenders(inner, sendersOf('ES=Dray, PT=+351912345678'))
  for (const to of ['+34600111222', '+351912345679', '+33612345678'])
    await provider.send({ id: '1', to, body: 'x' }, AbortSignal.timeout(1_000))
  assert.deepEqual(
    sent.map(({ sender }) => sender),
    ['Dray', '+351912345678', undefined],
  )
})

test('decision 56: senders that no network carries are refused at the start', () => {
  const accepted = ['', 'ES=Dray', 'ES=Dray,PT=+351912345678', 'GB=Dray 24', 'US=12345']
  for (const SMS_SENDERS of accepted) assert.ok(readConfig({ SMS_SENDERS }), SMS_SENDERS)
  const refused = [
    'Dray',
    'es=Dray',
    'ES=',
    'ES=LongerThan11',
    'ES=Dráy',
    'ES=+34',
    'ES=12',
    'ES=Dray;PT=Dray',
  ]
  for (const SMS_SENDERS of refused)
    assert.throws(() => readConfig({ SMS_SENDERS }), /SMS_SENDERS must be a list such as/, SMS_SENDERS)
})

test('decision 56: SMS_PROVIDER is a list, in which outbox is alone', () => {
  const env = {
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: 'Dray',
    SINCH_SERVICE_PLAN_ID: 'plan',
    SINCH_API_TOKEN: 'token',
  }
  const chosen = readConfig({ ...env, SMS_PROVIDER: 'sinch, twilio' }).smsProviders
  assert.deepEqual(
    chosen.map(({ name }) => name),
    ['sinch', 'twilio'],
  )
  assert.throws(() => readConfig({ ...env, SMS_PROVIDER: 'twilio,outbox' }), /outbox alone/)
  assert.throws(() => readConfig({ ...env, SMS_PROVIDER: 'sinch,sinch' }), /only once/)
  assert.throws(() => readConfig({ ...env, SMS_PROVIDER: 'sinch,smpp' }), /SMPP_HOST is required/)
  assert.throws(() => readConfig({ ...env, SMS_PROVIDER: 'sinch', SINCH_CALLBACK_USER: 'u' }), /set together/)
})
