import { codesEnv } from '../accounts/code-caps.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { retentionEnv } from '../privacy/retention-settings.ts'
import { routerProviders } from '../routing/providers/index.ts'
import { capsEnv } from '../sms/caps.ts'
import { noticesEnv } from '../sms/notice-settings.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { choiceSettings, coreSettings } from './settings.ts'

/** Returns the names of all settings, including those of providers that are not chosen. */
export function knownNames(): Set<string> {
  const providers = [geocoderProviders, routerProviders, smsProviders, paymentProcessors, storageProviders]
  const schemas = [
    coreSettings,
    choiceSettings,
    capsEnv,
    codesEnv,
    retentionEnv,
    noticesEnv,
    ...providers.flatMap((modules) => Object.values(modules).map(({ env }) => env)),
  ]
  return new Set(['DRAY_ACTOR', ...schemas.flatMap(({ properties }) => Object.keys(properties))])
}
