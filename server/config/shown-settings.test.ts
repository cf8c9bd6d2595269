import assert from 'node:assert/strict'
import test from 'node:test'
import type { Env } from '../lib/env.ts'
import { texts } from '../texts/index.ts'
import { allSettings } from './all-settings.ts'
import { readConfig } from './read-config.ts'
import { shownSettings } from './shown-settings.ts'

/** The settings of a node that took over `recorded` from those that ran before. */
function shown(env: Env, { fromFile = [], recorded = {} }: { fromFile?: string[]; recorded?: Env } = {}) {
  const config = readConfig({ ...recorded, ...env })
  const groups = shownSettings(config, { env, file: null, fromFile, warnings: [] }, texts.en)
  return new Map(groups.flatMap(({ settings }) => settings.map((each) => [each.name, each])))
}

test('a value is that of the environment, of the file, of the other nodes, or the default', () => {
  const env = { MAX_DISTANCE_KM: '90', APP_SCHEME: 'move' }
  const settings = shown(env, { fromFile: ['APP_SCHEME'], recorded: { SMS_COUNTRIES: 'ES' } })
  const facts = (name: string) => [settings.get(name)?.value, settings.get(name)?.source]
  assert.deepEqual(facts('MAX_DISTANCE_KM'), ['90', 'environment'])
  assert.deepEqual(facts('APP_SCHEME'), ['move', 'file'])
  assert.deepEqual(facts('SMS_COUNTRIES'), ['ES', 'recorded'])
  assert.deepEqual(facts('CARRIER_OPEN_JOBS'), ['10', 'default'])
})

test('no secret is shown, also not in an address, and not in part', () => {
  const canary = 'canary-0123456789abcdef'
  const settings = shown({
    DATABASE_URL: `postgres://dray:${canary}@db/dray`,
    REDIS_URL: `redis://:${canary}@cache`,
    METRICS_TOKEN: canary,
    MAP_STYLE_URL: `https://maps.test/style.json?key=${canary}`,
    TWILIO_AUTH_TOKEN: canary,
    STRIPE_SECRET_KEY: canary,
    STRIPE_WEBHOOK_SECRET: canary,
  })
  assert.ok(!JSON.stringify([...settings]).includes('canary'))
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN', 'MAP_STYLE_URL', 'STRIPE_SECRET_KEY'])
    assert.deepEqual(
      [settings.get(name)?.value, settings.get(name)?.is_secret, settings.get(name)?.is_set],
      [null, true, true],
      name,
    )
  const plain = shown({ DATABASE_URL: 'postgres://db/dray', MAP_STYLE_URL: 'https://maps.test/style.json' })
  assert.equal(plain.get('DATABASE_URL')?.value, 'postgres://db/dray')
  assert.equal(plain.get('MAP_STYLE_URL')?.value, 'https://maps.test/style.json')
})

test('every setting that is called like a secret is declared as one', () => {
  const open = allSettings(texts.en).flatMap(({ settings }) =>
    settings.filter(({ name, isSecret }) => /TOKEN|SECRET|PASSWORD|_KEY$/.test(name) && !isSecret),
  )
  assert.deepEqual(
    open.map(({ name }) => name),
    ['SMS_DAILY_CAP_PER_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  )
})
