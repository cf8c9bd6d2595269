import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '../../test/support/written-checks.ts'
import type { Chosen } from '../config/choose-providers.ts'
import { readConfig } from '../config/read-config.ts'
import { checkApps, checkLinks, checkSms } from './reach.ts'
import { checkTextLength } from './text-length.ts'

const twilio = {
  name: 'twilio',
  settings: {
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+34600',
    TWILIO_URL: 'http://127.0.0.1:1',
  },
}
const outbox = { name: 'outbox', settings: {} }
const noNames = { senders: {}, registeredSenders: [] }
const local = 'http://127.0.0.1:8080'
const web = 'https://dray.example'

test('warns when a provider that delivers may text every country', async () => {
  const judge = async (more: { smsProvider?: Chosen; smsCountries?: string[]; baseUrl?: string }) => {
    const { smsProvider = twilio, ...config } = { smsCountries: ['*'], baseUrl: web, ...noNames, ...more }
    return (await checkSms(smsProvider, config)).status
  }
  assert.equal(await judge({}), 'warn')
  assert.equal(await judge({ smsCountries: ['ES'] }), 'ok')
  assert.equal(await judge({ smsProvider: outbox }), 'warn')
  assert.equal(await judge({ smsProvider: outbox, baseUrl: local }), 'ok')
})

test('warns of a sender name for Spain until the settings say that it is registered', async () => {
  const ofName = (name: string) => ({ ...twilio, settings: { ...twilio.settings, TWILIO_FROM: name } })
  const judge = async (name: string, more: object = {}) =>
    written(await checkSms(ofName(name), { smsCountries: ['ES'], baseUrl: web, ...noNames, ...more }))
  const warned = await judge('Dray')
  assert.equal(warned.status, 'warn')
  assert.match(`${warned.detail} ${warned.remedy}`, /come from Dray.* SMS_SENDERS_REGISTERED=Dray/)
  assert.equal((await judge('Dray', { registeredSenders: ['dray'] })).status, 'warn')
  assert.equal((await judge('Dray', { registeredSenders: ['Dray'] })).status, 'ok')
  assert.equal((await judge('Dray', { smsCountries: ['PT'] })).status, 'ok')
  assert.equal((await judge('Dray', { senders: { ES: '+34911222333' } })).status, 'ok')
  assert.equal((await judge('+34911222333', { senders: { ES: 'Dray' } })).status, 'warn')
  assert.equal((await judge('+34911222333')).status, 'ok')
})

test('says how many SMS a usual text is charged as, and warns where accents cost more', () => {
  const judge = (env: Record<string, string>) => {
    const { status, detail } = written(checkTextLength(readConfig({ BASE_URL: web, ...env })))
    return [status, detail] as const
  }
  const twilioEnv = { SMS_PROVIDER: 'twilio', ...Object.fromEntries(Object.entries(twilio.settings)) }
  assert.deepEqual(judge({}), [
    'ok',
    'a usual text with the link of a draft has 2 segments: the provider charges 2 SMS for it',
  ])
  const [status, detail] = judge({ ...twilioEnv, SMS_PLAIN_LETTERS: 'off' })
  assert.equal(status, 'warn')
  assert.match(detail, /has 4 segments, which the provider charges as 4 SMS; without accents it would have 2/)
  assert.equal(judge({ SMS_PLAIN_LETTERS: 'off' })[0], 'ok')
})

test('warns of links that open on no phone, unencrypted, or without their app', () => {
  const judge = (baseUrl: string, given: Parameters<typeof checkLinks>[1], more: object = {}) =>
    written(checkLinks({ baseUrl, host: '127.0.0.1', smsProviders: [outbox], ...more }, given)).detail
  const status = (...args: Parameters<typeof judge>) => {
    const [baseUrl, given, more] = args
    return checkLinks({ baseUrl, host: '127.0.0.1', smsProviders: [outbox], ...more }, given).status
  }
  assert.equal(status(local, {}), 'ok')
  assert.equal(status(local, {}, { host: '0.0.0.0' }), 'warn')
  assert.equal(status(local, { BASE_URL: local }, { host: '0.0.0.0' }), 'ok')
  assert.equal(status(local, { BASE_URL: local }, { smsProviders: [twilio] }), 'warn')
  assert.match(judge('http://dray.example', { BASE_URL: 'x', APP_LINK_HOST: 'x' }), /not encrypted/)
  assert.equal(status(web, { BASE_URL: web }), 'warn')
  assert.equal(status(web, { BASE_URL: web, APP_LINK_HOST: 'dray.example' }), 'ok')
})

test('warns of apps that are not set up, where customers come', () => {
  const none = {
    appLinks: { appleAppIds: [], androidPackage: null, androidCertSha256: [] },
    stores: { appStoreUrl: null, playStoreUrl: null },
  }
  assert.equal(checkApps({ ...none, baseUrl: local }).status, 'ok')
  const missing = written(checkApps({ ...none, baseUrl: web }))
  assert.equal(missing.status, 'warn')
  assert.match(
    String(missing.remedy),
    /APPLE_APP_IDS, ANDROID_PACKAGE, ANDROID_CERT_SHA256, APP_STORE_URL, PLAY/,
  )
})
