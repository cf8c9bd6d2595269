import { kindsOver } from '#contract/notice-rules.ts'
import { openApi } from '#contract/openapi.ts'
import { openGazetteer } from '#lib/gazetteer/gazetteer.ts'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { createLookUpCounter } from '../geocoding/look-up-caps.ts'
import type { AppNeeds } from '../http/app.ts'
import type { MetricsAccess } from '../http/observability/metrics.ts'
import { fieldChecks, testKeyChecks } from '../http/schema/field-checks.ts'
import { createDraftWriter } from '../jobs/drafts/draft-writer.ts'
import type { QuoteNeeds } from '../jobs/drafts/quote.ts'
import { createClaimRelease } from '../jobs/drafts/release-claims.ts'
import { createExamples } from '../jobs/example-jobs.ts'
import { createNearest } from '../jobs/feed/nearest.ts'
import { createScan } from '../jobs/feed/scan.ts'
import type { LinkSettings } from '../jobs/links.ts'
import { createJobReader } from '../jobs/queries/read-job.ts'
import { createKeyVerifier } from '../keys/verify.ts'
import { capitalised } from '../lib/capitalised.ts'
import { lazy } from '../lib/lazy.ts'
import { drayVersion } from '../lib/version.ts'
import { createTariffs } from '../pricing/current.ts'
import { homeCountry } from './coarse-pricing.ts'
import { connectHealth } from './connect-health.ts'
import { mailAppNeeds } from './connect-mail.ts'
import { connectMembers } from './connect-members.ts'
import type { Parts, Runtime } from './connect-parts.ts'
import { connectWebhook, pageSourcesOf } from './connect-payments.ts'
import { connectDeliveries, connectGeocoder, connectRouter } from './connect-providers.ts'
import { codeText, connectSignIn } from './connect-sign-in.ts'
import { connectTexter, noticeNeeds } from './connect-texts.ts'
import type { createHealth } from './database-health.ts'
import { meteredLimiter } from './metered-providers.ts'
import { countRefusedConnections } from './metric-gauges.ts'
import { countReport, type Metrics } from './metrics.ts'
import { lookUpPepper, searchKey } from './secret-key.ts'

/** Dependencies of each API and the pages, by group. */
export async function appNeeds(config: Config, runtime: Runtime, parts: AppParts): Promise<AppNeeds> {
  const shared = await connectShared(config, runtime, parts)
  const { ofApis, members, texter, payments, metrics } = shared
  return {
    server: serverNeeds(config, shared),
    partner: partnerNeeds(config, shared),
    sandbox: sandboxNeeds(config, shared),
    app: customerNeeds(config, shared),
    admin: adminNeeds(config, shared),
    partnerPages: { ...ofApis, ...members, texter },
    webhooks: { ...payments, ...webhooks(config, metrics) },
    pages: pagesNeeds(config, shared),
  }
}

type AppParts = Parts & { stopSignal: AbortSignal }
type Shared = Awaited<ReturnType<typeof connectShared>>

/** Dependencies of several groups. */
async function connectShared(config: Config, runtime: Runtime, parts: AppParts) {
  const { database, hot, metrics, sms } = parts
  const { log, secretKey, showOutbox } = runtime
  const { baseUrl, supportContact, serviceName: service } = config
  const links = linksOf(config)
  return {
    ...{ ...runtime, ...parts, links },
    texter: connectTexter(config, { sms, links, showOutbox }),
    ofApis: {
      ...{ pool: database.pool, kysely: database.kysely, service, baseUrl, supportContact },
      limiter: meteredLimiter(parts.limiter, metrics),
      addressLimit: config.rateLimitPerMinute,
      defaultKeyLimit: config.rateLimitPerMinute,
      checks: fieldChecks(config),
    },
    keys: {
      verifyKey: createKeyVerifier({ pool: hot.pool }, { service }),
      lastUsed: parts.lastUsed,
    },
    pricing: {
      geocoder: await connectGeocoder(config, { database, metrics, log }),
      router: connectRouter(config, { metrics, log }),
      ...quoting(database.kysely, metrics),
      ...bounds(config),
    },
    members: {
      ...connectMembers(config, { kysely: database.kysely, secretKey, metrics, log }),
      recordedUntil: parts.activity.recordedUntil,
    },
    document: lazy(() => openApi(baseUrl, drayVersion(), supportContact)),
  }
}

const serverNeeds = (config: Config, shared: Shared) => ({
  log: shared.log,
  links: shared.links,
  supportContact: config.supportContact,
  limiter: shared.ofApis.limiter,
  addressLimit: config.rateLimitPerMinute,
  requestSeconds: shared.metrics.requestSeconds,
  noteRequest: shared.activity.noteRequest,
  photoReading: { pool: shared.database.pool, storage: shared.photos.storage },
  ...metricsAccess(config, shared.metrics),
  ...probes(shared.health),
  ...connecting(config, shared.metrics),
})

const partnerNeeds = (config: Config, shared: Shared) => ({
  ...shared.ofApis,
  ...shared.keys,
  ...shared.pricing,
  links: shared.links,
  photos: shared.photos,
  texter: shared.texter,
  stopSignal: shared.stopSignal,
  lifetimeSeconds: config.draftLifetimeSeconds,
  readJob: createJobReader(shared.hot),
  writeDraft: createDraftWriter(shared.hot),
  releaseClaim: createClaimRelease(shared.database),
  asksOtherHosts: asksOtherHosts(config),
  testKeyChecks: testKeyChecks(config),
  openApi: shared.document,
})

const sandboxNeeds = (config: Config, shared: Shared) => ({
  ...shared.ofApis,
  ...shared.keys,
  ...shared.pricing,
  ...shared.sms,
  ...shared.payments,
  ...noticeNeeds(config, shared.showOutbox),
  sendsMail: false,
  texter: shared.texter,
  photos: shared.photos,
  codeText: codeText(config),
  stopSignal: shared.stopSignal,
})

/** The API of the app: customers and carriers. */
const customerNeeds = (config: Config, shared: Shared) => ({
  ...shared.ofApis,
  ...shared.pricing,
  ...shared.payments,
  ...shared.events,
  calls: shared.calls,
  onCallError: shared.onCallError,
  invoicing: config.invoicing,
  links: shared.links,
  photos: shared.photos,
  signIn: connectSignIn(config, shared),
  ...mailAppNeeds(config, shared),
  termsVersion: config.company.termsVersion,
  seller: sellerOf(config),
  nearest: createNearest(shared.database.pool),
  scan: createScan(shared.database.pool),
  ...openNeeds(config, shared),
  lifetimeSeconds: config.draftLifetimeSeconds,
})

/** What people see before they have an account. */
const openNeeds = (
  { lookUpCaps, geocoders }: Config,
  { pricing, database: { kysely }, secretKey }: Shared,
) => ({
  countLookUp: createLookUpCounter({ kysely, caps: lookUpCaps, hashKey: lookUpPepper(secretKey) }),
  readExamples: createExamples({
    ...pricing,
    towns: (most) => openGazetteer({ home: homeCountry(geocoders) }).biggestTowns(most),
  }),
})

const adminNeeds = (config: Config, shared: Shared) => ({
  mailCodes: mailAppNeeds(config, shared).mailCodes,
  sendsMail: config.mail !== null,
  callsWebhook: config.alerts.webhook !== null,
  searchKey: searchKey(shared.secretKey),
  ...shared.ofApis,
  invoicing: config.invoicing,
  ...shared.members,
  ...shared.payments,
  ...bounds(config),
  ...connectHealth(config, { contradictions: () => [], ...shared, config }),
  photos: shared.photos,
  smsNotices: hasSmsNotices(config),
  mailedKinds: config.mail ? kindsOver('mail', config.noticeSettings.noticesOff) : [],
})

const pagesNeeds = (config: Config, shared: Shared) => ({
  kysely: shared.database.kysely,
  ...shared.links,
  supportContact: config.supportContact,
  company: companyFacts(config.company, config.supportContact),
  legalSources: config.company.texts,
  appLinks: config.appLinks,
  mapStyleUrl: config.mapStyleUrl,
  cardSources: pageSourcesOf(config),
  suggests: shared.pricing.geocoder.suggest !== undefined,
  smsNotices: hasSmsNotices(config),
  stores: config.stores,
  lifetimeSeconds: config.draftLifetimeSeconds,
  noteOpened: shared.activity.noteOpened,
  openApi: shared.document,
  ...(shared.webDist && { webDist: shared.webDist }),
})

/** The webhooks of outside services. */
const webhooks = (config: Config, metrics: Metrics) => ({
  processorWebhook: connectWebhook(config),
  deliveries: connectDeliveries(config),
  onDelivery(provider: string, delivery: string) {
    countReport(metrics, provider, delivery)
  },
})

const quoting = (
  kysely: Database['kysely'],
  { quotes }: Metrics,
): Pick<QuoteNeeds, 'tariffs' | 'onQuoted'> => ({
  tariffs: createTariffs({ kysely }, { maxAgeMs: 2_000 }),
  onQuoted: (precision) => quotes.labels(precision).inc(),
})

/** The trusted proxies and the limit of concurrent connections. */
const connecting = ({ trustProxy, connectionsPerAddress }: Config, metrics: Metrics) => ({
  trustProxy,
  connectionsPerAddress,
  onConnectionRefused: countRefusedConnections(metrics),
})

export const metricsAccess = (
  { metricsToken, development }: Config,
  { registry }: Metrics,
): MetricsAccess => ({
  registry,
  metricsToken,
  metricsOpenTo: development ? 'anyone' : 'this-machine',
})

export const probes = ({ ping: pingDatabase, isStopping }: ReturnType<typeof createHealth>) => ({
  pingDatabase,
  isStopping,
})

const asksOtherHosts = ({ geocoders, routers }: Config): boolean =>
  [...geocoders, ...routers].some(({ name }) => name !== 'embedded')

const hasSmsNotices = ({ noticeSettings }: Config): boolean => noticeSettings.SMS_NOTICES === 'on'

/** Who sells, on the receipts of customers. */
const sellerOf = ({ company, serviceName }: Config): string => company.legalName ?? capitalised(serviceName)

/** The company behind the installation, as shown on the pages. */
const companyFacts = (
  { legalName, taxNumber, address, termsVersion, texts }: Config['company'],
  contact: string | null,
) => ({
  legal_name: legalName,
  tax_number: taxNumber,
  address,
  terms_version: termsVersion,
  has_privacy_notice: texts.privacy !== null,
  contact,
})

/** Limits set by the operator. */
export const bounds = ({
  maxDistanceKm,
  carrierOpenJobs,
  collectionDeadlineHours,
  tripFees,
  deliveryDoubtHours,
  neededDocuments,
  profileRule,
  proof,
}: Config) => ({
  maxDistanceKm,
  neededDocuments,
  profileRule,
  maxOpenJobs: carrierOpenJobs,
  collectHours: collectionDeadlineHours,
  tripFees,
  doubtHours: deliveryDoubtHours,
  proof,
})

const linksOf = ({
  baseUrl,
  appLinkHost,
  appLinkProtocol,
  appScheme,
  photoPublicUrl,
}: Config): LinkSettings => ({
  baseUrl,
  appLinkHost,
  appLinkProtocol,
  appScheme,
  photoPublicUrl,
})
