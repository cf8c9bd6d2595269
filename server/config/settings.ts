import { type Static, Type } from 'typebox'

/**
 * The settings that belong to no provider, by their names in the environment. `toConfig` maps them to names in the
 * code.
 */
export const coreSettings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  HOST: Type.String({ format: 'listen-host', default: '127.0.0.1' }),
  DATA_DIR: Type.String({ default: './data' }),
  DATABASE_URL: Type.Optional(Type.String({ format: 'database-url' })),
  REDIS_URL: Type.Optional(Type.String({ format: 'redis-url' })),
  NODES: Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }),
  BASE_URL: Type.Optional(Type.String({ format: 'base-url', description: 'No path and no final slash' })),
  APP_LINK_HOST: Type.Optional(Type.String({ format: 'authority' })),
  APP_SCHEME: Type.String({ pattern: '^[a-z][a-z0-9+.\\-]*$', default: 'dray' }),
  SERVICE_NAME: Type.String({ pattern: '^[a-z][a-z0-9]{1,19}$', default: 'dray' }),
  DRAFT_LIFETIME_SECONDS: Type.Integer({ minimum: 1, maximum: 2_592_000, default: 172_800 }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 100_000, default: 100 }),
  PHOTO_SOURCES_ALLOWED: Type.String({ format: 'host-ports', default: '' }),
  PUSH_ENDPOINTS_ALLOWED: Type.String({ format: 'host-ports', default: '' }),
  PUSH_CONTACT: Type.Optional(Type.String({ format: 'contact' })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    type: 'string',
    default: 'info',
  }),
  GEONAMES_URL: Type.String({
    format: 'service-url',
    pattern: '[^/]$',
    default: 'https://download.geonames.org/export/zip',
    description: 'Where the postal files are; no final slash',
  }),
  MAP_STYLE_URL: Type.Optional(Type.String({ format: 'web-url' })),
  CARRIER_OPEN_JOBS: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  DELIVERY_DOUBT_HOURS: Type.Integer({ minimum: 1, maximum: 72, default: 24 }),
  CONNECTIONS_PER_ADDRESS: Type.Integer({ minimum: 0, maximum: 100_000, default: 256 }),
  MAX_DISTANCE_KM: Type.Number({ exclusiveMinimum: 0, default: 2_500 }),
  WORK_PORT: Type.Optional(Type.String({ format: 'port-or-off' })),
  WORK_HOST: Type.String({ format: 'listen-host', default: '127.0.0.1' }),
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
  APP_STORE_URL: Type.Optional(Type.String({ format: 'https-url' })),
  PLAY_STORE_URL: Type.Optional(Type.String({ format: 'https-url' })),
  NODE_ENV: Type.String({ default: 'development' }),
})
export type CoreSettings = Static<typeof coreSettings>

/** This schema accepts any text: `choose-providers.ts`, `trust-proxy.ts` and `secret-key.ts` validate it. */
export const choiceSettings = Type.Object({
  TRUST_PROXY: Type.String({ default: '' }),
  SECRET_KEY: Type.Optional(Type.String()),
  GEOCODER: Type.String({ default: 'embedded' }),
  ROUTER: Type.String({ default: 'embedded' }),
  SMS_PROVIDER: Type.String({ default: 'outbox' }),
  PAYMENT_PROCESSOR: Type.String({ default: 'sandbox' }),
  PHOTO_STORAGE: Type.String({ default: 'disk' }),
})
