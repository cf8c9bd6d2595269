import type { Config } from '../config/read-config.ts'
import { connectChosen } from '../connect-chosen.ts'
import type { SmsProvider } from '../sms/provider.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './is-loopback.ts'

/** Only that it is set up, and how: a test text would cost money and reach somebody. */
export function checkSms({ smsProvider, smsCountries, baseUrl }: Config): Promise<Check> {
  const name = `sms ${smsProvider.name}`
  return attempt({ name, mend: 'Set what the provider needs' }, () => {
    const { delivers } = connectChosen<SmsProvider>(smsProviders, smsProvider)
    if (!delivers) {
      if (isLoopback(baseUrl)) return ok(name, 'texts stay here: `dray sms list`')
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

/** What customers are sent must open on their phones. `given` tells what was set from what was assumed. */
export function checkLinks(config: Pick<Config, 'baseUrl' | 'host' | 'smsProvider'>, given: Given): Check {
  const { baseUrl, host, smsProvider } = config
  const name = 'links'
  const detail = `${baseUrl}/draft/…`
  if (isLoopback(baseUrl)) {
    // The sign of a service that others reach: it texts them, or it listens for more than this machine.
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

/** Without them a link opens the web page, and no app; that is allowed. */
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

/** Only a production service whose metrics somebody else should read needs a token; a service of one machine is told so too. */
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
