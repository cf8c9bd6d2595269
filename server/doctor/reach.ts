import type { Config } from '../config/read-config.ts'
import type { SmsProvider } from '../sms/provider.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { connectChosen } from '../start/connect-chosen.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './is-loopback.ts'

/** Checks only the settings: a test SMS would cost money and reach a person. */
export function checkSms({ smsProvider, smsCountries, baseUrl }: Config): Promise<Check> {
  const name = `sms ${smsProvider.name}`
  return attempt({ name, remedy: 'Set what the provider needs' }, () => {
    const { delivers } = connectChosen<SmsProvider>(smsProviders, smsProvider)
    if (!delivers) {
      if (isLoopback(baseUrl)) return ok(name, 'texts stay here: npm run dray -- sms list')
      return warn(name, 'texts stay here and reach nobody', 'Set SMS_PROVIDER to one that delivers')
    }
    if (smsCountries === '*') {
      return warn(
        name,
        'any country may be texted, the dearest too',
        'Set SMS_COUNTRIES to the countries you serve, such as ES,PT',
      )
    }
    return ok(name, `set up (no text is sent to try it), for ${smsCountries.join(', ')}`)
  })
}

type Given = { APP_LINK_HOST?: string | undefined; BASE_URL?: string | undefined }

/** Checks that links in SMS open on phones. `given` has the settings that were set, without defaults. */
export function checkLinks(config: Pick<Config, 'baseUrl' | 'host' | 'smsProvider'>, given: Given): Check {
  const { baseUrl, host, smsProvider } = config
  const name = 'links'
  const detail = `${baseUrl}/draft/…`
  if (isLoopback(baseUrl)) {
    // Signs of a service for other machines: it sends SMS, or it listens on more than the loopback address.
    const isForOthers = smsProvider.name !== 'outbox' || !(given.BASE_URL || isLoopback(`http://${host}`))
    if (!isForOthers) return ok(name, `${detail}, on this machine only`)
    return warn(name, `${detail} opens on no phone`, 'Set BASE_URL to the https address that customers reach')
  }
  if (baseUrl.startsWith('http:')) {
    return warn(
      name,
      `${detail} is not encrypted`,
      'Set BASE_URL to an https address; phones open no app for others',
    )
  }
  if (!given.APP_LINK_HOST) {
    return warn(name, detail, 'Set APP_LINK_HOST to the host that the app is registered for')
  }
  return ok(name, detail)
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
      : ['ANDROID_PACKAGE and ANDROID_CERT_SHA256']),
    ...(stores.appStoreUrl ? [] : ['APP_STORE_URL']),
    ...(stores.playStoreUrl ? [] : ['PLAY_STORE_URL']),
  ]
  if (missing.length === 0) return ok('apps', 'links open the apps, or lead to the stores')
  if (isLoopback(baseUrl)) return ok('apps', 'none set up: links open the web page')
  return warn(
    'apps',
    'links open the web page where no app is set up',
    `If you have apps, set ${missing.join(', ')}`,
  )
}

/** Warns about metrics without a token: in production only this machine can read them, otherwise everybody can. */
export function checkMetrics({
  metricsToken,
  development,
  baseUrl,
}: Pick<Config, 'metricsToken' | 'development' | 'baseUrl'>): Check {
  if (metricsToken) return ok('metrics', 'readable with METRICS_TOKEN')
  if (!development)
    return warn(
      'metrics',
      'readable from this machine only, and by whatever a proxy on it forwards without saying so',
      'Set METRICS_TOKEN and give it to Prometheus',
    )
  if (isLoopback(baseUrl)) return ok('metrics', 'open, as NODE_ENV is not production')
  return warn('metrics', 'open to everybody, as NODE_ENV is not production', 'Set METRICS_TOKEN')
}
