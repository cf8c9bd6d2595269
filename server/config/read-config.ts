import { isIP } from 'node:net'
import path from 'node:path'
import type { Static, TObject } from 'typebox'
import { codesEnv } from '../accounts/code-caps.ts'
import { type ActivitySettings, activityEnv } from '../activity/settings.ts'
import { callProviders } from '../calls/providers/index.ts'
import { type LookUpCaps, lookUpsEnv } from '../geocoding/look-up-caps.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import type { Env } from '../lib/env.ts'
import { readEnv } from '../lib/env.ts'
import { envFormats } from '../lib/env-formats.ts'
import { parseMailUrl } from '../mail/mail-url.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { type Retention, retentionEnv } from '../privacy/retention-settings.ts'
import { routerProviders } from '../routing/providers/index.ts'
import { capsEnv } from '../sms/caps.ts'
import { type NoticeSettings, noticesEnv, noticesOffFaults, noticesOffOf } from '../sms/notice-settings.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { type ChoiceName, type Chosen, chooseProviders, type ProviderModule } from './choose-providers.ts'
import { ConfigError } from './config-error.ts'
import { list } from './list.ts'
import { readSecretKey } from './secret-key.ts'
import { type CoreSettings, choiceSettings, coreSettings } from './settings.ts'
import { toConfig } from './to-config.ts'

export type Config = ReturnType<typeof toConfig> & {
  trustProxy: number | string[] | false
  /** The value of `SECRET_KEY`; null if the key is in a file (`secret-key-file.ts`). */
  secretKey: Buffer | null
  smsCaps: Static<typeof capsEnv>
  codeCaps: Static<typeof codesEnv>
  lookUpCaps: LookUpCaps
  retention: Retention
  activity: ActivitySettings
  noticeSettings: NoticeSettings
  geocoders: Chosen[]
  routers: Chosen[]
  /** At least one. */
  smsProviders: Chosen[]
  callProvider: Chosen
  paymentProcessor: Chosen
  photoStorage: Chosen
  /** Where photos can be that were not moved to `photoStorage` yet; null if the settings name no such place. */
  otherPhotoStorage: Chosen | null
}

/**
 * Reads all settings. `mayLackSettings` says for which choices the provider's settings may be missing.
 *
 * @throws ConfigError that names every error.
 */
export function readConfig(
  env: Env,
  { mayLackSettings = () => false }: { mayLackSettings?: (variable: ChoiceName) => boolean } = {},
): Config {
  const faults: string[] = []
  const values = read(coreSettings, env, faults)
  const chosen = read(choiceSettings, env, faults)
  const choose = (
    variable: ChoiceName,
    modules: Record<string, ProviderModule>,
    names: string | undefined,
  ): Chosen[] =>
    names !== undefined
      ? chooseProviders({
          variable,
          names,
          modules,
          env,
          faults,
          mayLackSettings: mayLackSettings(variable),
        })
      : []
  const geocoders = choose('GEOCODER', geocoderProviders, chosen?.GEOCODER)
  const routers = choose('ROUTER', routerProviders, chosen?.ROUTER)
  const chosenSms = choose('SMS_PROVIDER', smsProviders, chosen?.SMS_PROVIDER)
  const [callProvider] = choose('CALL_PROVIDER', callProviders, chosen?.CALL_PROVIDER)
  const [paymentProcessor] = choose('PAYMENT_PROCESSOR', paymentProcessors, chosen?.PAYMENT_PROCESSOR)
  const [photoStorage] = choose('PHOTO_STORAGE', storageProviders, chosen?.PHOTO_STORAGE)
  const [otherPhotoStorage = null] = choose('PHOTO_STORAGE', storageProviders, otherNamed(env, photoStorage))
  const parts = readParts(env, faults)
  const trustProxy = chosen && readTrustProxy(chosen.TRUST_PROXY, faults)
  const secretKey = readSecretKey(chosen?.SECRET_KEY, faults)
  if (values && isOfTheKernel(values.DATA_DIR))
    faults.push('DATA_DIR must be in a file system that keeps files')
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)
    if (values?.[name] && !values.DATABASE_URL)
      faults.push(`${name} needs DATABASE_URL: without it the embedded PostgreSQL would be used`)
  if (values?.VAT_SCHEME === 'included' && values.VAT_BASIS_POINTS === undefined)
    faults.push('VAT_BASIS_POINTS must be set with VAT_SCHEME=included: no rate is assumed')
  faults.push(...mailFaults(values), ...noticesOffFaults(parts?.noticeSettings.NOTICES_OFF ?? ''))
  if (chosenSms.length > 1 && chosenSms.some(({ name }) => name === 'outbox'))
    faults.push('SMS_PROVIDER must name outbox alone: it takes every text, and sends none')
  const isChosen = callProvider && paymentProcessor && photoStorage
  if (faults.length || !values || !isChosen || !parts || trustProxy === null) {
    throw new ConfigError(faults)
  }
  return {
    ...toConfig(values),
    trustProxy,
    secretKey,
    geocoders,
    routers,
    smsProviders: chosenSms,
    callProvider,
    paymentProcessor,
    photoStorage,
    otherPhotoStorage,
    ...parts,
  }
}

/** The name of another photo storage that the settings name; undefined if there is none. */
const otherNamed = (env: Env, chosen: Chosen | undefined): string | undefined =>
  Object.entries(storageProviders).find(
    ([name, provider]) => chosen && name !== chosen.name && provider.isNamed(env),
  )?.[0]

function mailFaults(values: CoreSettings | null): string[] {
  const { MAIL_URL, MAIL_FROM, ALERT_MAIL, ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET } = values ?? {}
  if (ALERT_MAIL && !MAIL_URL) return ['MAIL_URL is required with ALERT_MAIL']
  if (ALERT_WEBHOOK_URL && !ALERT_WEBHOOK_SECRET)
    return ['ALERT_WEBHOOK_SECRET is required with ALERT_WEBHOOK_URL']
  if (MAIL_URL !== undefined && parseMailUrl(MAIL_URL) === null)
    return [`MAIL_URL must be ${envFormats['mail-url']?.form}`]
  return MAIL_URL !== undefined && MAIL_FROM === undefined ? ['MAIL_FROM is required with MAIL_URL'] : []
}

/** The settings that parts of the server declare themselves; null if any is wrong. */
function readParts(env: Env, faults: string[]) {
  const smsCaps = read(capsEnv, env, faults)
  const codeCaps = read(codesEnv, env, faults)
  const lookUpCaps = read(lookUpsEnv, env, faults)
  const retention = read(retentionEnv, env, faults)
  const activity = read(activityEnv, env, faults)
  const noticeSettings = read(noticesEnv, env, faults)
  if (!smsCaps || !codeCaps || !lookUpCaps || !retention || !activity || !noticeSettings) return null
  const noticesOff = noticesOffOf(noticeSettings.NOTICES_OFF)
  return {
    ...{ smsCaps, codeCaps, lookUpCaps, retention, activity },
    noticeSettings: { ...noticeSettings, noticesOff },
  }
}

/** Linux rejects a new folder below these with an error that does not explain the cause. */
const isOfTheKernel = (folder: string): boolean => /^\/(proc|sys|dev)(\/|$)/.test(path.resolve(folder))

function read<T extends TObject>(schema: T, env: Env, faults: string[]) {
  const result = readEnv(schema, env)
  if (result.ok) return result.value
  faults.push(...result.faults)
  return null
}

/** Parses a number of hops or the addresses of the proxies. Never returns "trust everyone". */
function readTrustProxy(text: string, faults: string[]): number | string[] | false | null {
  if (text === '') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = list(text)
  if (proxies.length && proxies.every(isProxyAddress)) return proxies
  faults.push(
    'TRUST_PROXY must be a number of hops (1 to 99), or a list of proxy addresses such as 10.0.0.1 or 10.0.0.0/8',
  )
  return null
}

/** A range of 0 bits is every address, so it is refused. */
function isProxyAddress(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return most > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}
