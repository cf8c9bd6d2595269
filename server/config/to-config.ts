import path from 'node:path'
import { documentKinds, type JobSize, personLanguages } from '#contract/vocabulary.ts'
import type { InvoiceSettings } from '../invoices/settings.ts'
import { capitalised } from '../lib/capitalised.ts'
import { parseMailUrl } from '../mail/mail-url.ts'
import type { SenderSettings } from '../mail/sender.ts'
import { sendersOf } from '../sms/senders.ts'
import type { AlertSettings } from '../today/alerts.ts'
import { list } from './list.ts'
import type { CoreSettings } from './settings.ts'

/** Maps the settings to their names in the code. The type of `Config` is derived from here. */
export function toConfig(values: CoreSettings) {
  const baseUrl = values.BASE_URL ?? `http://${shownHost(values.HOST)}:${values.PORT}`
  const appLinkHost = values.APP_LINK_HOST ?? new URL(baseUrl).host
  const development = values.NODE_ENV !== 'production'
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    ...serversOf(values),
    /** The number of nodes that serve HTTP, used until Redis reports the real number. */
    nodes: values.NODES,
    baseUrl,
    appLinkHost,
    appLinkProtocol:
      development && baseUrl === `http://${appLinkHost}` ? ('http' as const) : ('https' as const),
    appScheme: values.APP_SCHEME,
    serviceName: values.SERVICE_NAME,
    draftLifetimeSeconds: values.DRAFT_LIFETIME_SECONDS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    photoSourcesAllowed: list(values.PHOTO_SOURCES_ALLOWED),
    /** Where photos are fetched from instead of `baseUrl`/photos, such as a CDN. */
    photoPublicUrl: values.PHOTO_PUBLIC_URL ?? null,
    pushEndpointsAllowed: list(values.PUSH_ENDPOINTS_ALLOWED),
    pushContact: values.PUSH_CONTACT ?? contactAt(baseUrl),
    /** How mails are sent; null: the channel is off. */
    mail: mailOf(values),
    alerts: alertsOf(values),
    /** Where people get help, as the address of a link; null: use the help page. */
    supportContact: contactUrl(values.SUPPORT_CONTACT),
    ...{ company: companyOf(values), invoicing: invoicingOf(values) },
    logLevel: values.LOG_LEVEL,
    /** The limit of concurrent connections per socket address; 0 for no limit. Trusted proxies are not counted. */
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    maxDistanceKm: values.MAX_DISTANCE_KM,
    ...carriersOf(values),
    geonamesUrl: values.GEONAMES_URL,
    mapStyleUrl: values.MAP_STYLE_URL ?? null,
    /** The port of health and metrics of `work`. If not set: 8081, or any free port if another worker uses 8081. */
    workPort: values.WORK_PORT,
    workHost: values.WORK_HOST,
    metricsToken: values.METRICS_TOKEN ?? null,
    smsCountries: list(values.SMS_COUNTRIES),
    senders: sendersOf(values.SMS_SENDERS),
    /** The names that are in the register of Spain, letter by letter. */
    registeredSenders: list(values.SMS_SENDERS_REGISTERED),
    /** The languages whose SMS drop accents where that saves a segment. */
    plainLetters: personLanguages.filter((language) => list(values.SMS_PLAIN_LETTERS).includes(language)),
    ...appsOf(values),
    development,
  }
}

const carriersOf = (values: CoreSettings) => ({
  /** The limit of a carrier's jobs that are accepted and not delivered. */
  carrierOpenJobs: values.CARRIER_OPEN_JOBS,
  /** The documents required to approve a carrier. */
  neededDocuments: documentKinds.filter((kind) => list(values.CARRIER_DOCUMENTS).includes(kind)),
  /** Whether new carriers are asked for a portrait and a plate. */
  profileRule: values.CARRIER_PROFILE,
  /** How long after the acceptance a carrier must collect. */
  collectionDeadlineHours: values.COLLECTION_DEADLINE_HOURS,
  /** What a wasted trip costs a customer whose fault it is, in cents; 0 for nothing. */
  tripFees: tripFeesOf(values.WASTED_TRIP_FEES),
  /** How long the capture of an early delivery waits for the customer's confirmation. */
  deliveryDoubtHours: values.DELIVERY_DOUBT_HOURS,
  /** What is asked of carriers that accept from now on (decision 73). */
  proof: {
    collection: values.PROOF_COLLECTION,
    delivery: values.PROOF_DELIVERY,
    hasCode: values.DELIVERY_CODE === 'on',
  },
})

const mailOf = ({ MAIL_URL, MAIL_FROM, SERVICE_NAME }: CoreSettings): SenderSettings | null => {
  const server = MAIL_URL === undefined ? null : parseMailUrl(MAIL_URL)
  return server && MAIL_FROM ? { server, from: MAIL_FROM, serviceName: capitalised(SERVICE_NAME) } : null
}

/** How staff on duty are told of entries of *Today* that cost something. */
const alertsOf = (values: CoreSettings): AlertSettings => ({
  mailTo: values.MAIL_URL ? list(values.ALERT_MAIL) : [],
  webhook:
    values.ALERT_WEBHOOK_URL && values.ALERT_WEBHOOK_SECRET
      ? {
          url: values.ALERT_WEBHOOK_URL,
          secret: values.ALERT_WEBHOOK_SECRET,
          allowed: list(values.ALERT_WEBHOOK_ALLOWED),
        }
      : null,
})

const appsOf = (values: CoreSettings) => ({
  appLinks: {
    appleAppIds: list(values.APPLE_APP_IDS),
    androidPackage: values.ANDROID_PACKAGE ?? null,
    androidCertSha256: list(values.ANDROID_CERT_SHA256),
  },
  stores: { appStoreUrl: values.APP_STORE_URL ?? null, playStoreUrl: values.PLAY_STORE_URL ?? null },
})

/** `off`, or cents by size: `S=1000,M=1500,L=2500,XL=4000`. */
function tripFeesOf(value: string): Record<JobSize, number> {
  const cents = new Map(list(value).map((entry) => entry.split('=') as [string, string]))
  const of = (size: JobSize) => Number(cents.get(size) ?? 0)
  return { S: of('S'), M: of('M'), L: of('L'), XL: of('XL') }
}

/** PostgreSQL and Redis. */
const serversOf = (values: CoreSettings) => ({
  redisUrl: values.REDIS_URL ?? null,
  databaseUrl: values.DATABASE_URL ?? null,
  databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
  databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
  /** The limit of a process's connections to PostgreSQL. */
  databaseConnections: values.DB_CONNECTIONS,
  /** Whether a start or command brings the schema up to date; `dray migrate` always does. */
  migrates: values.MIGRATE === 'on',
  /** Whether statements are sent with their names, to be prepared once per connection. */
  prepares: values.DB_PREPARED === 'on',
})

/**
 * The company behind the installation; `texts` has addresses or paths of files (`http/pages/company/legal-texts.ts`).
 */
const companyOf = (values: CoreSettings) => ({
  legalName: values.LEGAL_NAME ?? null,
  taxNumber: values.LEGAL_TAX_NUMBER ?? null,
  address: values.LEGAL_ADDRESS ?? null,
  /** Null without terms, because no account can accept a missing text. */
  termsVersion: values.LEGAL_TERMS ? values.LEGAL_TERMS_VERSION : null,
  texts: {
    help: values.HELP_PAGE ?? null,
    terms: values.LEGAL_TERMS ?? null,
    privacy: values.LEGAL_PRIVACY ?? null,
    imprint: values.LEGAL_IMPRINT ?? null,
  },
})

/** What receipts say about the seller and the tax; `readConfig` requires a rate where prices include tax. */
const invoicingOf = (values: CoreSettings): InvoiceSettings => ({
  seller: {
    name: values.LEGAL_NAME ?? capitalised(values.SERVICE_NAME),
    taxNumber: values.LEGAL_TAX_NUMBER ?? null,
    address: values.LEGAL_ADDRESS ?? null,
  },
  vat:
    values.VAT_SCHEME === 'included' && values.VAT_BASIS_POINTS !== undefined
      ? { name: 'included', basisPoints: values.VAT_BASIS_POINTS }
      : { name: 'none' },
  sells: values.INVOICE_SELLS === 'fee' ? 'fee' : 'everything',
  timeZone: values.INVOICE_TIME_ZONE,
  simplifiedMaxCents: values.SIMPLIFIED_INVOICE_MAX_CENTS ?? null,
  carrierBasisPoints: values.CARRIER_VAT_BASIS_POINTS ?? null,
})

/** Adds the scheme that people leave out. */
function contactUrl(contact: string | undefined): string | null {
  if (contact === undefined) return null
  if (contact.startsWith('https://')) return contact
  if (contact.includes('@')) return `mailto:${contact.replace(/^mailto:/, '')}`
  return `tel:${contact.replace(/^tel:/, '').replaceAll(' ', '')}`
}

/** Push services require a contact; many refuse an address without a domain. */
const contactAt = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:operator@${new URL(baseUrl).hostname}`

/**
 * Browsers cannot open an address that means "every interface". And passkeys are bound to a name: browsers refuse them
 * at the number of this machine.
 */
const shownHost = (host: string): string => {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost'
  // A URL has no place for the zone of a link-local address (`fe80::1%eth0`).
  return host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host
}
