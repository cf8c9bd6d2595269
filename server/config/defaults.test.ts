import assert from 'node:assert/strict'
import test from 'node:test'
import type { TObject } from 'typebox'
import { codesEnv } from '../accounts/code-caps.ts'
import { activityEnv } from '../activity/settings.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { readEnv } from '../lib/env.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { retentionEnv } from '../privacy/retention-settings.ts'
import { routerProviders } from '../routing/providers/index.ts'
import { capsEnv } from '../sms/caps.ts'
import { noticesEnv } from '../sms/notice-settings.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { choiceSettings, coreSettings } from './settings.ts'

const providers = [geocoderProviders, routerProviders, smsProviders, paymentProcessors, storageProviders]
const schemas: TObject[] = [
  coreSettings,
  choiceSettings,
  codesEnv,
  activityEnv,
  retentionEnv,
  capsEnv,
  noticesEnv,
  ...providers.flatMap((modules) => Object.values(modules).map(({ env }) => env)),
]

test('a default that is set explicitly is valid, and has the value of a setting that is absent', () => {
  let seen = 0
  for (const schema of schemas) {
    const defaults = Object.entries(schema.properties).flatMap(([name, member]) =>
      'default' in member ? [[name, String(member.default)]] : [],
    )
    seen += defaults.length
    assert.deepEqual(readEnv(schema, Object.fromEntries(defaults)), readEnv(schema, {}))
  }
  assert.ok(seen > 30, String(seen))
})
