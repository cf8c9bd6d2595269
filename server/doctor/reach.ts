import type { TObject } from 'typebox'
import type { Chosen } from '../config/choose-providers.ts'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { refusingServices } from '../push/refused-devices.ts'
import { readVapidKeys, signsWith } from '../push/vapid.ts'
import type { SmsProvider } from '../sms/provider.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { isName } from '../sms/senders.ts'
import { connectChosen } from '../start/connect-providers.ts'
import type { CheckName } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Checks only the settings: a test SMS would cost money and reach a person. */
export function checkSms(chosen: Chosen, config: SmsConfig): Promise<Check> {
  const { smsCountries, baseUrl } = config
  const name: CheckName = ['sms', chosen.name]
  return attempt({ name, remedy: ['setProvider'] }, () => {
    const { delivers } = connectChosen<SmsProvider>(smsProviders, chosen, { baseUrl })
    if (!delivers) {
      if (isLoopback(baseUrl)) return ok(name, ['textsStay'])
      return warn(name, ['textsReachNobody'], ['deliveringProvider'])
    }
    if (smsCountries.includes('*')) return warn(name, ['anyCountry'], ['setCountries'])
    const unregistered = unregisteredName(chosen, config)
    if (unregistered !== null)
      return warn(name, ['nameNotRegistered', unregistered], ['registerName', unregistered])
    return ok(name, ['smsFine', [...smsCountries]])
  })
}

type SmsConfig = Pick<Config, 'smsCountries' | 'baseUrl' | 'senders' | 'registeredSenders'>

/**
 * The name that Spain would see as the sender, if the settings do not say that it is registered. Networks in Spain
 * block texts from names that are not in the register of the CNMC (Orden TDF/149/2025), where upper and lower case
 * differ.
 */
function unregisteredName({ name, settings }: Chosen, config: SmsConfig): string | null {
  const { smsCountries, senders, registeredSenders } = config
  if (!smsCountries.some((served) => served === '*' || served === 'ES')) return null
  const modules: Record<string, { env: TObject; sender?: (settings: never) => string | null }> = smsProviders
  const sender = senders.ES ?? modules[name]?.sender?.(settings as never) ?? null
  return sender === null || !isName(sender) || registeredSenders.includes(sender) ? null : sender
}

type Given = { APP_LINK_HOST?: string | undefined; BASE_URL?: string | undefined }

/** Checks that links in SMS open on phones. `given` has the settings that were set, without defaults. */
export function checkLinks(config: Pick<Config, 'baseUrl' | 'host' | 'smsProviders'>, given: Given): Check {
  const { baseUrl, host, smsProviders: chosen } = config
  const name: CheckName = ['links']
  const url = `${baseUrl}/draft/…`
  if (isLoopback(baseUrl)) {
    // Signs of a service for other machines: it sends SMS, or it listens on more than the loopback address.
    const isForOthers = chosen[0]?.name !== 'outbox' || !(given.BASE_URL || isLoopback(`http://${host}`))
    if (!isForOthers) return ok(name, ['linkHereOnly', url])
    return warn(name, ['linkOpensNowhere', url], ['setReachedUrl'])
  }
  if (baseUrl.startsWith('http:')) return warn(name, ['linkNotEncrypted', url], ['setHttps'])
  if (!given.APP_LINK_HOST) return warn(name, ['link', url], ['setLinkHost'])
  return ok(name, ['link', url])
}

/** Checks the app settings. Without them links open the web page instead of an app, which is allowed. */
export function checkApps({
  appLinks,
  stores,
  baseUrl,
}: Pick<Config, 'appLinks' | 'stores' | 'baseUrl'>): Check {
  const missing = [
    ...(appLinks.appleAppIds.length > 0 ? [] : ['APPLE_APP_IDS']),
    ...(appLinks.androidPackage && appLinks.androidCertSha256.length > 0
      ? []
      : ['ANDROID_PACKAGE', 'ANDROID_CERT_SHA256']),
    ...(stores.appStoreUrl ? [] : ['APP_STORE_URL']),
    ...(stores.playStoreUrl ? [] : ['PLAY_STORE_URL']),
  ]
  if (missing.length === 0) return ok(['apps'], ['appsFine'])
  if (isLoopback(baseUrl)) return ok(['apps'], ['noApps'])
  return warn(['apps'], ['someAppsMissing'], ['setApps', missing])
}

/** Warns about metrics without a token: in production only this machine can read them, otherwise everybody can. */
export function checkMetrics({
  metricsToken,
  development,
  baseUrl,
}: Pick<Config, 'metricsToken' | 'development' | 'baseUrl'>): Check {
  const name: CheckName = ['metrics']
  if (metricsToken) return ok(name, ['metricsByToken'])
  if (!development) return warn(name, ['metricsFromHere'], ['tokenForPrometheus'])
  if (isLoopback(baseUrl)) return ok(name, ['metricsInDevelopment'])
  return warn(name, ['metricsOpen'], ['setToken'])
}

/** Whether a URL is a loopback address, which other machines cannot reach. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.')
}

/**
 * Checks that pushes can be signed, and that no service refuses them all. Sends no request: each browser has its own
 * service.
 */
export function checkPush({ pushContact }: Config, { kysely }: Database): Promise<Check> {
  const name: CheckName = ['push']
  return attempt({ name, remedy: ['restorePushKeys'] }, async () => {
    const keys = await readVapidKeys(kysely)
    if (!pushContact) return warn(name, ['noContact'], ['setContact'])
    await signsWith(keys, pushContact)
    const refusing = await refusingServices(kysely)
    if (refusing.length > 0)
      return fail(
        name,
        ['pushesRefused', refusing.map(({ service }) => service).join(', ')],
        ['checkPushContact'],
      )
    return ok(name, ['keysSign', pushContact])
  })
}

/** Returns no checks without `REDIS_URL`: a single node does not need Redis. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Check[]> {
  if (!redisUrl) return []
  return [await attempt({ name: ['redis'], remedy: ['startRedis'] }, () => ping(redisUrl))]
}

async function ping(url: string): Promise<Check> {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: 3_000 },
  })
  // `connect` rejects with the error too; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return ok(['redis'], ['redisAnswers', await client.ping()])
  } finally {
    client.destroy()
  }
}
