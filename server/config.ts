import path from 'node:path'
import { type Static, type TObject, Type } from 'typebox'
import { codesEnv } from './accounts/code-caps.ts'
import { geocoderProviders } from './geocoding/providers/index.ts'
import { readEnv } from './lib/env.ts'
import { OperatorError } from './lib/operator-error.ts'
import { paymentProcessors } from './payments/providers/index.ts'
import { storageProviders } from './photos/storage/index.ts'
import { routerProviders } from './routing/providers/index.ts'
import { capsEnv } from './sms/caps.ts'
import { smsProviders } from './sms/providers/index.ts'

const core = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  DATA_DIR: Type.String({ default: './data' }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  NODES: Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }),
  BASE_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^/?#]+$', description: 'No path and no final slash' }),
  ),
  APP_LINK_HOST: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.\\-\\[\\]:]+$' })),
  APP_SCHEME: Type.String({ pattern: '^[a-z][a-z0-9+.\\-]*$', default: 'dray' }),
  SERVICE_NAME: Type.String({ pattern: '^[a-z][a-z0-9]{1,19}$', default: 'dray' }),
  DRAFT_LIFETIME_SECONDS: Type.Integer({ minimum: 1, maximum: 2_592_000, default: 172_800 }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 100_000, default: 100 }),
  PHOTO_SOURCES_ALLOWED: Type.String({ pattern: '^([^,\\s]+:\\d+(,\\s*[^,\\s]+:\\d+)*)?$', default: '' }),
  PUSH_ENDPOINTS_ALLOWED: Type.String({ pattern: '^([^,\\s]+:\\d+(,\\s*[^,\\s]+:\\d+)*)?$', default: '' }),
  PUSH_CONTACT: Type.Optional(Type.String({ pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$' })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    type: 'string',
    default: 'info',
  }),
  MAP_STYLE_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  CARRIER_OPEN_JOBS: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  MAX_DISTANCE_KM: Type.Number({ exclusiveMinimum: 0, default: 2_500 }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  SMS_COUNTRIES: Type.String({ pattern: '^(\\*|[A-Z]{2}(,\\s*[A-Z]{2})*)$', default: '*' }),
  APPLE_APP_IDS: Type.String({
    pattern: '^([A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+(,\\s*[A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+)*)?$',
    default: '',
  }),
  ANDROID_PACKAGE: Type.Optional(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$' }),
  ),
  ANDROID_CERT_SHA256: Type.String({
    pattern: '^([0-9A-F]{2}(:[0-9A-F]{2}){31}(,\\s*[0-9A-F]{2}(:[0-9A-F]{2}){31})*)?$',
    default: '',
  }),
  APP_STORE_URL: Type.Optional(Type.String({ pattern: '^https://' })),
  PLAY_STORE_URL: Type.Optional(Type.String({ pattern: '^https://' })),
  NODE_ENV: Type.String({ default: 'development' }),
})
type Core = Static<typeof core>

/** Any text passes here; what it names is judged afterwards, and named with the faults of the core. */
const choices = Type.Object({
  TRUST_PROXY: Type.String({ default: '' }),
  GEOCODER: Type.String({ default: 'embedded' }),
  ROUTER: Type.String({ default: 'embedded' }),
  SMS_PROVIDER: Type.String({ default: 'outbox' }),
  PAYMENT_PROCESSOR: Type.String({ default: 'sandbox' }),
  PHOTO_STORAGE: Type.String({ default: 'disk' }),
})

/** A provider that was chosen, with its own settings read. */
export type Chosen = { name: string; settings: unknown }

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  /** How many answer HTTP: what a node assumes that has not yet heard it from Redis. */
  nodes: number
  baseUrl: string
  appLinkHost: string
  appScheme: string
  serviceName: string
  draftLifetimeSeconds: number
  rateLimitPerMinute: number
  photoSourcesAllowed: string[]
  pushEndpointsAllowed: string[]
  pushContact: string
  trustProxy: number | string[] | false
  logLevel: string
  maxDistanceKm: number
  /** How many jobs a carrier may have accepted and not delivered. */
  carrierOpenJobs: number
  mapStyleUrl: string | null
  metricsToken: string | null
  smsCountries: '*' | string[]
  smsCaps: Static<typeof capsEnv>
  codeCaps: Static<typeof codesEnv>
  geocoders: Chosen[]
  routers: Chosen[]
  smsProvider: Chosen
  paymentProcessor: Chosen
  photoStorage: Chosen
  appLinks: { appleAppIds: string[]; androidPackage: string | null; androidCertSha256: string[] }
  stores: { appStoreUrl: string | null; playStoreUrl: string | null }
  development: boolean
}

/** Says every fault of the environment at once; the start ends with it. */
export class ConfigError extends OperatorError {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Reads the whole environment once.
 *
 * @throws ConfigError naming every fault.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const values = read(core, env, faults)
  const chosen = read(choices, env, faults)
  const choose = (variable: ChoiceName, modules: Record<string, ProviderModule>): Chosen[] =>
    chosen ? chooseProviders({ variable, names: chosen[variable], modules, env, faults }) : []
  const geocoders = choose('GEOCODER', geocoderProviders)
  const routers = choose('ROUTER', routerProviders)
  const [smsProvider] = choose('SMS_PROVIDER', smsProviders)
  const [paymentProcessor] = choose('PAYMENT_PROCESSOR', paymentProcessors)
  const [photoStorage] = choose('PHOTO_STORAGE', storageProviders)
  const smsCaps = read(capsEnv, env, faults)
  const codeCaps = read(codesEnv, env, faults)
  const trustProxy = chosen && readTrustProxy(chosen.TRUST_PROXY, faults)
  if (values && isOfTheKernel(values.DATA_DIR))
    faults.push('DATA_DIR must be in a file system that keeps files')
  if (
    faults.length ||
    !values ||
    !smsProvider ||
    !paymentProcessor ||
    !photoStorage ||
    !smsCaps ||
    !codeCaps ||
    trustProxy === null
  ) {
    throw new ConfigError(faults)
  }
  return {
    ...plain(values),
    trustProxy,
    geocoders,
    routers,
    smsProvider,
    paymentProcessor,
    photoStorage,
    smsCaps,
    codeCaps,
  }
}

/** What every file in a `providers/` folder offers here: its settings, and what their schema cannot say. */
type ProviderModule = { env: TObject; faults?: (settings: never) => string[] }

type ChoiceName = 'GEOCODER' | 'ROUTER' | 'SMS_PROVIDER' | 'PAYMENT_PROCESSOR' | 'PHOTO_STORAGE'

function plain(values: Core) {
  const baseUrl = values.BASE_URL ?? `http://${shownHost(values.HOST)}:${values.PORT}`
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    nodes: values.NODES,
    baseUrl,
    appLinkHost: values.APP_LINK_HOST ?? new URL(baseUrl).host,
    appScheme: values.APP_SCHEME,
    serviceName: values.SERVICE_NAME,
    draftLifetimeSeconds: values.DRAFT_LIFETIME_SECONDS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    photoSourcesAllowed: list(values.PHOTO_SOURCES_ALLOWED),
    pushEndpointsAllowed: list(values.PUSH_ENDPOINTS_ALLOWED),
    pushContact: values.PUSH_CONTACT ?? contactAt(baseUrl),
    logLevel: values.LOG_LEVEL,
    maxDistanceKm: values.MAX_DISTANCE_KM,
    carrierOpenJobs: values.CARRIER_OPEN_JOBS,
    mapStyleUrl: values.MAP_STYLE_URL ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    smsCountries: values.SMS_COUNTRIES === '*' ? ('*' as const) : list(values.SMS_COUNTRIES),
    appLinks: {
      appleAppIds: list(values.APPLE_APP_IDS),
      androidPackage: values.ANDROID_PACKAGE ?? null,
      androidCertSha256: list(values.ANDROID_CERT_SHA256),
    },
    stores: { appStoreUrl: values.APP_STORE_URL ?? null, playStoreUrl: values.PLAY_STORE_URL ?? null },
    development: values.NODE_ENV !== 'production',
  }
}

/** Push services want to know whom to write to; many refuse an address without a domain. */
const contactAt = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:operator@${new URL(baseUrl).hostname}`

/** Node's making of folders never ends below these. */
const isOfTheKernel = (folder: string): boolean => /^\/(proc|sys|dev)(\/|$)/.test(path.resolve(folder))

/** An address that means "every interface" cannot be typed into a browser. */
const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function read<T extends TObject>(schema: T, env: Record<string, string | undefined>, faults: string[]) {
  const result = readEnv(schema, env)
  if (result.ok) return result.value
  faults.push(...result.faults)
  return null
}

function chooseProviders({
  variable,
  names,
  modules,
  env,
  faults,
}: {
  variable: ChoiceName
  names: string
  modules: Record<string, ProviderModule>
  env: Record<string, string | undefined>
  faults: string[]
}): Chosen[] {
  const chain = variable === 'GEOCODER' || variable === 'ROUTER' ? list(names) : [names.trim()]
  if (chain.length === 0)
    faults.push(`${variable} must name at least one of ${Object.keys(modules).join(', ')}`)
  return chain.flatMap((name) => {
    const module = Object.hasOwn(modules, name) ? modules[name] : undefined
    if (!module) {
      faults.push(`${variable} must be one of ${Object.keys(modules).join(', ')}`)
      return []
    }
    const settings = read(module.env, env, faults)
    if (!settings) return []
    faults.push(...(module.faults?.(settings as never) ?? []))
    return [{ name, settings }]
  })
}

/** A number of hops, or the addresses of the proxies; never "trust everybody". */
function readTrustProxy(text: string, faults: string[]): number | string[] | false | null {
  if (text === '') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = list(text)
  if (proxies.length && proxies.every((proxy) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(proxy))) return proxies
  faults.push('TRUST_PROXY must be a number of hops or a list of proxy addresses')
  return null
}
