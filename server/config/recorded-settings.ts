import { jobSizes } from '#contract/vocabulary.ts'
import type { Env } from '../lib/env.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { texts } from '../texts/index.ts'
import type { Chosen } from './choose-providers.ts'
import { type Config, readConfig } from './read-config.ts'

/** Values by variable, as text. An empty value is derived from others, as APP_LINK_HOST is from BASE_URL. */
export type Recorded = Partial<Record<ComparedName, string>>

type Rule = {
  /** The value that this process uses. */
  of: (config: Config) => string
  /** The fields of `Config` that depend on it. */
  fields: (keyof Config)[]
}

const names = (chosen: Chosen[]): string => chosen.map(({ name }) => name).join(',')

/**
 * The settings that all processes of an installation must share. Secrets and settings of a single machine (ports,
 * folders, the database connection) are not recorded.
 */
const rules = {
  SERVICE_NAME: { of: ({ serviceName }) => serviceName, fields: ['serviceName'] },
  BASE_URL: {
    of: ({ baseUrl }) => baseUrl,
    fields: ['baseUrl', 'appLinkHost', 'appLinkProtocol', 'pushContact'],
  },
  APP_LINK_HOST: {
    of: ({ baseUrl, appLinkHost }) => (appLinkHost === new URL(baseUrl).host ? '' : appLinkHost),
    fields: ['appLinkHost', 'appLinkProtocol'],
  },
  APP_SCHEME: { of: ({ appScheme }) => appScheme, fields: ['appScheme'] },
  RATE_LIMIT_PER_MINUTE: {
    of: ({ rateLimitPerMinute }) => String(rateLimitPerMinute),
    fields: ['rateLimitPerMinute'],
  },
  DRAFT_LIFETIME_SECONDS: {
    of: ({ draftLifetimeSeconds }) => String(draftLifetimeSeconds),
    fields: ['draftLifetimeSeconds'],
  },
  MAX_DISTANCE_KM: { of: ({ maxDistanceKm }) => String(maxDistanceKm), fields: ['maxDistanceKm'] },
  SMS_COUNTRIES: { of: ({ smsCountries }) => smsCountries.join(','), fields: ['smsCountries'] },
  SMS_PLAIN_LETTERS: { of: ({ plainLetters }) => plainLetters.join(',') || 'off', fields: ['plainLetters'] },
  SMS_SENDERS: {
    of: ({ senders }) =>
      Object.entries(senders)
        .map((entry) => entry.join('='))
        .join(','),
    fields: ['senders'],
  },
  // The pages of `serve` promise what the tasks of `work` do.
  SMS_NOTICES: { of: ({ noticeSettings }) => noticeSettings.SMS_NOTICES, fields: ['noticeSettings'] },
  NOTICES_OFF: {
    of: ({ noticeSettings }) => noticeSettings.NOTICES_OFF,
    fields: ['noticeSettings'],
  },
  // The server of `MAIL_URL` may differ by node, and is a secret.
  MAIL_FROM: { of: ({ mail }) => mail?.from ?? '', fields: ['mail'] },
  COLLECTION_DEADLINE_HOURS: {
    of: ({ collectionDeadlineHours }) => String(collectionDeadlineHours),
    fields: ['collectionDeadlineHours'],
  },
  WASTED_TRIP_FEES: {
    of: ({ tripFees }) =>
      jobSizes.some((size) => tripFees[size] > 0)
        ? jobSizes.map((size) => `${size}=${tripFees[size]}`).join(',')
        : 'off',
    fields: ['tripFees'],
  },
  DELIVERY_DOUBT_HOURS: {
    of: ({ deliveryDoubtHours }) => String(deliveryDoubtHours),
    fields: ['deliveryDoubtHours'],
  },
  PROOF_COLLECTION: { of: ({ proof }) => proof.collection, fields: ['proof'] },
  PROOF_DELIVERY: { of: ({ proof }) => proof.delivery, fields: ['proof'] },
  DELIVERY_CODE: { of: ({ proof }) => (proof.hasCode ? 'on' : 'off'), fields: ['proof'] },
  CARRIER_DOCUMENTS: {
    of: ({ neededDocuments }) => neededDocuments.join(','),
    fields: ['neededDocuments'],
  },
  CARRIER_PROFILE: { of: ({ profileRule }) => profileRule, fields: ['profileRule'] },
  RETENTION_JOB_DAYS: { of: ({ retention }) => String(retention.RETENTION_JOB_DAYS), fields: ['retention'] },
  RETENTION_PHOTO_DAYS: {
    of: ({ retention }) => String(retention.RETENTION_PHOTO_DAYS),
    fields: ['retention'],
  },
  RETENTION_SMS_DAYS: { of: ({ retention }) => String(retention.RETENTION_SMS_DAYS), fields: ['retention'] },
  RETENTION_DOCUMENT_DAYS: {
    of: ({ retention }) => String(retention.RETENTION_DOCUMENT_DAYS),
    fields: ['retention'],
  },
  RETENTION_INVOICE_DAYS: {
    of: ({ retention }) => String(retention.RETENTION_INVOICE_DAYS),
    fields: ['retention'],
  },
  REQUEST_LOG_DAYS: { of: ({ activity }) => String(activity.REQUEST_LOG_DAYS), fields: ['activity'] },
  // The pages of every node name one company, and one version of the terms is in force.
  LEGAL_NAME: { of: ({ company }) => company.legalName ?? '', fields: ['company'] },
  LEGAL_TAX_NUMBER: { of: ({ company }) => company.taxNumber ?? '', fields: ['company'] },
  LEGAL_ADDRESS: { of: ({ company }) => company.address ?? '', fields: ['company'] },
  SUPPORT_CONTACT: { of: ({ supportContact }) => supportContact ?? '', fields: ['supportContact'] },
  LEGAL_TERMS: { of: ({ company }) => company.texts.terms ?? '', fields: ['company'] },
  LEGAL_TERMS_VERSION: { of: ({ company }) => company.termsVersion ?? '', fields: ['company'] },
  LEGAL_PRIVACY: { of: ({ company }) => company.texts.privacy ?? '', fields: ['company'] },
  LEGAL_IMPRINT: { of: ({ company }) => company.texts.imprint ?? '', fields: ['company'] },
  VAT_SCHEME: { of: ({ invoicing }) => invoicing.vat.name, fields: ['invoicing'] },
  VAT_BASIS_POINTS: {
    of: ({ invoicing: { vat } }) => (vat.name === 'included' ? String(vat.basisPoints) : ''),
    fields: ['invoicing'],
  },
  INVOICE_SELLS: { of: ({ invoicing }) => invoicing.sells, fields: ['invoicing'] },
  INVOICE_TIME_ZONE: { of: ({ invoicing }) => invoicing.timeZone, fields: ['invoicing'] },
  SIMPLIFIED_INVOICE_MAX_CENTS: {
    of: ({ invoicing }) => String(invoicing.simplifiedMaxCents ?? ''),
    fields: ['invoicing'],
  },
  CARRIER_VAT_BASIS_POINTS: {
    of: ({ invoicing }) => String(invoicing.carrierBasisPoints ?? ''),
    fields: ['invoicing'],
  },
  HELP_PAGE: { of: ({ company }) => company.texts.help ?? '', fields: ['company'] },
  SMS_PROVIDER: { of: ({ smsProviders }) => names(smsProviders), fields: ['smsProviders'] },
  CALL_PROVIDER: { of: ({ callProvider }) => callProvider.name, fields: ['callProvider'] },
  PAYMENT_PROCESSOR: { of: ({ paymentProcessor }) => paymentProcessor.name, fields: ['paymentProcessor'] },
  PHOTO_STORAGE: {
    of: ({ photoStorage }) => photoStorage.name,
    fields: ['photoStorage', 'otherPhotoStorage'],
  },
  PHOTO_PUBLIC_URL: { of: ({ photoPublicUrl }) => photoPublicUrl ?? '', fields: ['photoPublicUrl'] },
  GEOCODER: { of: ({ geocoders }) => names(geocoders), fields: ['geocoders'] },
  ROUTER: { of: ({ routers }) => names(routers), fields: ['routers'] },
} satisfies Record<string, Rule>

export type RecordedName = keyof typeof rules

const ruleList = Object.entries(rules) as [RecordedName, Rule][]
export const recordedNames = ruleList.map(([name]) => name)

/** Only the fingerprint of the secret key is recorded, and no process takes the key from the record. */
export const fingerprintName = 'SECRET_KEY_FINGERPRINT'

/** The names that a node compares with the record while it runs. */
export const comparedNames = [...recordedNames, fingerprintName] as const
type ComparedName = RecordedName | typeof fingerprintName

/** The values that this process uses, to record or compare them. */
export const effectiveValues = (config: Config): Record<RecordedName, string> =>
  Object.fromEntries(ruleList.map(([name, { of }]) => [name, of(config)])) as Record<RecordedName, string>

export type Contradiction = { name: ComparedName; here: string; recorded: string }

/** Returns the values that differ from the record. A value that is not recorded yet cannot contradict. */
export const contradictionsOf = (values: Recorded, recorded: Recorded): Contradiction[] =>
  comparedNames.flatMap((name) => {
    const [here, there] = [values[name], recorded[name]]
    return here === undefined || there === undefined || here === there
      ? []
      : [{ name, here, recorded: there }]
  })

/** Returns the environment with recorded values for the variables that it does not set. */
export const filled = (env: Env, recorded: Recorded): Env => ({
  ...env,
  ...Object.fromEntries(recordedNames.filter((name) => !env[name]).map((name) => [name, recorded[name]])),
})

/**
 * Reads the settings of a command or of `dray doctor` for a running installation: the environment's values, else the
 * recorded ones. A provider from the record may lack its credentials here; `connectChosen` reports that when it is
 * used.
 */
export function readWithRecorded(
  env: Env,
  recorded: Recorded,
): { config: Config; contradictions: Contradiction[] } {
  const isGiven = (name: string) => Boolean(env[name])
  const config = readConfig(filled(env, recorded), { mayLackSettings: (variable) => !isGiven(variable) })
  const given = contradictionsOf(effectiveValues(config), recorded).filter(({ name }) => isGiven(name))
  return { config, contradictions: given }
}

/**
 * Makes every read of a contradicted value throw an OperatorError, because the value is not the installation's and is
 * not safe to use. So no command can forget the check, and a command that does not need the value still works.
 */
export function guardContradictions(config: Config, contradictions: Contradiction[]): Config {
  const guarded = { ...config }
  for (const contradiction of contradictions) {
    for (const field of fieldsOf(contradiction.name)) {
      const get = () => {
        throw new OperatorError(`${sentence(contradiction)}\n${remedy(contradiction.name)}`)
      }
      Object.defineProperty(guarded, field, { get, enumerable: true })
    }
  }
  return guarded
}

export const sentence = ({ name, here, recorded }: Contradiction): string =>
  texts.en.doctor.findings.settingDiffers(name, here, recorded)

const fieldsOf = (name: ComparedName): (keyof Config)[] =>
  name === fingerprintName ? ['secretKey'] : rules[name].fields

const remedy = (name: ComparedName): string =>
  name === 'SERVICE_NAME'
    ? 'Unset it here. To change it on purpose: dray installation set SERVICE_NAME NAME --end-keys'
    : 'Unset it here. To change it on purpose, change it for the server and restart that.'
