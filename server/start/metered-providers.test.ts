import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderError } from '../lib/provider-error.ts'
import type { SmsProvider } from '../sms/provider.ts'
import { meteredRouter, meteredSms, meteredStorage } from './metered-providers.ts'
import { createMetrics } from './metrics.ts'

const text = { id: '1', to: '+34612345678', body: 'Hello' }
const signal = AbortSignal.timeout(60_000)

test('a text that the provider refuses is counted with its cause, any other error without its words', async () => {
  const metrics = createMetrics()
  const errors = [
    new ProviderError('twilio', 'HTTP 400 code 21211', { retryable: false, outcome: 'refused' }),
    new Error('no route to +34612345678'),
  ]
  const provider: SmsProvider = {
    name: 'twilio',
    delivers: true,
    send: async () => {
      const error = errors.shift()
      if (error) throw error
      return { messageId: null }
    },
  }
  const { send } = meteredSms(provider, metrics)
  await assert.rejects(send(text, signal))
  await assert.rejects(send(text, signal))
  await send(text, signal)
  const counted = metrics.providerCalls.take()
  assert.deepEqual(
    counted.map(({ kind, provider: name, outcome, cause, calls }) => [kind, name, outcome, cause, calls]),
    [
      ['sms', 'twilio', 'refused', 'twilio: HTTP 400 code 21211', 1],
      ['sms', 'twilio', 'unknown', 'unexpected error', 1],
      ['sms', 'twilio', 'accepted', '', 1],
    ],
  )
})

test('a router that fails is counted with its reason; one that answers at once makes no call', async () => {
  const metrics = createMetrics()
  const end = {
    lat: 40,
    lon: -3,
    uncertaintyKm: 1,
    precision: 'locality',
    countryCode: 'ES',
    provinceCode: '28',
  }
  const ends = [end, end] as never as Parameters<ReturnType<typeof meteredRouter>['route']>
  const away = meteredRouter(
    {
      name: 'osrm',
      route: async () => ({ outcome: 'unavailable', reason: 'HTTP 503' }),
      road: async () => ({ outcome: 'drawn', line: 'x' }),
    },
    metrics,
  )
  const inside = meteredRouter({ name: 'embedded', route: () => ({ outcome: 'not_drivable' }) }, metrics)
  await away.route(...ends)
  await inside.route(...ends)
  await away.road?.(...ends)
  const counted = metrics.providerCalls.take()
  assert.deepEqual(
    counted.map(({ kind, provider, outcome, cause }) => [kind, provider, outcome, cause]),
    [
      ['router', 'osrm', 'unavailable', 'HTTP 503'],
      ['router', 'osrm', 'drawn', ''],
    ],
  )
})

test('the calls to a storage are counted, and an error of another kind without its words', async () => {
  const metrics = createMetrics()
  const storage = meteredStorage(
    {
      name: 's3',
      put: async () => {},
      read: () =>
        Promise.reject(new ProviderError('s3', 'HTTP 503', { retryable: true, outcome: 'refused' })),
      remove: () => Promise.reject(new Error('secret path')),
      async *list() {},
    },
    metrics,
  )
  await storage.put('a.jpg', Buffer.from('a'))
  await assert.rejects(storage.read('a.jpg'), /HTTP 503/)
  await assert.rejects(storage.remove('a.jpg'), /secret path/)
  assert.deepEqual(
    metrics.providerCalls
      .take()
      .map(({ kind, provider, outcome, cause }) => [kind, provider, outcome, cause]),
    [
      ['photos', 's3', 'answered', ''],
      ['photos', 's3', 'refused', 's3: HTTP 503'],
      ['photos', 's3', 'unknown', 'unexpected error'],
    ],
  )
})
