import type { ChosenProvider } from '#contract/admin/providers.ts'
import { missingForRealMoney } from '../config/company-missing.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Contradiction } from '../config/recorded-settings.ts'
import { shownSettings } from '../config/shown-settings.ts'
import type { Connection, Database } from '../db/database.ts'
import type { Check } from '../db/json-columns.ts'
import type { Background } from '../lib/background.ts'
import { capitalised } from '../lib/capitalised.ts'
import { drayVersion } from '../lib/version.ts'
import type { SmsNeeds } from '../sms/send.ts'
import type { Texts } from '../texts/index.ts'

type Running = Examined & { doctor: Doctor; sms: SmsNeeds; background: Background }

/** What the panel shows and tests of the installation. */
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
    smsProviders: sms.smsProviders,
    smsCaps: config.smsCaps,
    bodySealer: sms.bodySealer,
  }
}

const chosenProviders = (config: Config): ChosenProvider[] => [
  ...config.geocoders.map(({ name }) => ({ kind: 'geocoder' as const, name })),
  ...config.routers.map(({ name }) => ({ kind: 'router' as const, name })),
  ...config.smsProviders.map(({ name }) => ({ kind: 'sms' as const, name })),
  { kind: 'payments', name: config.paymentProcessor.name },
  { kind: 'photos', name: config.photoStorage.name },
  { kind: 'push', name: 'web-push' },
  ...(config.mail ? [{ kind: 'mail' as const, name: 'smtp' }] : []),
]

/** Input of the doctor: the settings and the database of a running node. */
export type Examined = {
  config: Config
  settings: Settings
  database: Database
  connection: Connection
  contradictions: () => Contradiction[]
}

/** The checks of `server/doctor`, which is above this floor and hands them to the start. */
export type Doctor = {
  /** Yields the results of each step. */
  examine: (examined: Examined) => AsyncIterable<Check[]>
  testProvider: (provider: ChosenProvider, examined: Pick<Examined, 'config' | 'database'>) => Promise<Check>
}
