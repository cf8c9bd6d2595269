import type { ChosenProvider } from '#contract/admin/providers.ts'
import { missingForRealMoney } from '../config/company-missing.ts'
import type { Config } from '../config/read-config.ts'
import { shownSettings } from '../config/shown-settings.ts'
import type { Background } from '../lib/background.ts'
import { drayVersion } from '../lib/version.ts'
import type { SmsNeeds } from '../sms/send.ts'
import type { Texts } from '../texts/index.ts'
import { capitalised } from './connect-sign-in.ts'
import type { Doctor, Examined } from './doctor.ts'

type Running = Examined & { doctor: Doctor; sms: SmsNeeds; background: Background }

/** What the panel shows and tests of the installation itself. */
export function connectHealth(config: Config, { doctor, sms, background, ...examined }: Running) {
  const { settings } = examined
  return {
    drayVersion: drayVersion(),
    missingCompanySettings: missingForRealMoney(config),
    chosenProviders: chosenProviders(config),
    testProvider: (provider: ChosenProvider) => doctor.testProvider(provider, examined),
    examine: () => doctor.examine(examined),
    background,
    listSettings: (t: Texts) => ({ file: settings.file, groups: shownSettings(config, settings, t) }),
    shownService: capitalised(config.serviceName),
    smsProvider: sms.smsProvider,
    smsCaps: config.smsCaps,
    bodySealer: sms.bodySealer,
  }
}

const chosenProviders = (config: Config): ChosenProvider[] => [
  ...config.geocoders.map(({ name }) => ({ kind: 'geocoder' as const, name })),
  ...config.routers.map(({ name }) => ({ kind: 'router' as const, name })),
  { kind: 'sms', name: config.smsProvider.name },
  { kind: 'payments', name: config.paymentProcessor.name },
  { kind: 'photos', name: config.photoStorage.name },
  { kind: 'push', name: 'web-push' },
]
