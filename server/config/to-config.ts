import path from 'node:path'
import { list } from './list.ts'
import type { CoreSettings } from './settings.ts'

/** The settings by their names in the code; the type of `Config` comes from here. */
export function toConfig(values: CoreSettings) {
  const baseUrl = values.BASE_URL ?? `http://${shownHost(values.HOST)}:${values.PORT}`
  const appLinkHost = values.APP_LINK_HOST ?? new URL(baseUrl).host
  const development = values.NODE_ENV !== 'production'
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    /** How many answer HTTP: what a node assumes that has not yet heard it from Redis. */
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
    pushEndpointsAllowed: list(values.PUSH_ENDPOINTS_ALLOWED),
    pushContact: values.PUSH_CONTACT ?? contactAt(baseUrl),
    logLevel: values.LOG_LEVEL,
    /** Of the socket's address, at once; 0 for no limit. Trusted proxies are not counted. */
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    maxDistanceKm: values.MAX_DISTANCE_KM,
    /** How many jobs a carrier may have accepted and not delivered. */
    carrierOpenJobs: values.CARRIER_OPEN_JOBS,
    geonamesUrl: values.GEONAMES_URL,
    /** How long the capture of an early delivery waits for the customer's yes. */
    deliveryDoubtHours: values.DELIVERY_DOUBT_HOURS,
    mapStyleUrl: values.MAP_STYLE_URL ?? null,
    /** Where `work` answers health and metrics; not given: 8081, or any when another worker has that. */
    workPort: values.WORK_PORT,
    workHost: values.WORK_HOST,
    metricsToken: values.METRICS_TOKEN ?? null,
    smsCountries: values.SMS_COUNTRIES === '*' ? ('*' as const) : list(values.SMS_COUNTRIES),
    appLinks: {
      appleAppIds: list(values.APPLE_APP_IDS),
      androidPackage: values.ANDROID_PACKAGE ?? null,
      androidCertSha256: list(values.ANDROID_CERT_SHA256),
    },
    stores: { appStoreUrl: values.APP_STORE_URL ?? null, playStoreUrl: values.PLAY_STORE_URL ?? null },
    development,
  }
}

/** Push services want to know whom to write to; many refuse an address without a domain. */
const contactAt = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:operator@${new URL(baseUrl).hostname}`

/** An address that means "every interface" cannot be typed into a browser. */
const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
