import { type Static, Type } from 'typebox'
import { profileRules } from '#contract/carrier-profile.ts'
import { proofRules } from '#contract/proof.ts'
import { documentKinds, personLanguages } from '#contract/vocabulary.ts'

/**
 * Each setting is declared once. The table in docs/operating.md, `.env.example`, the page of the panel and the names
 * allowed in a settings file are generated from these declarations (`all-settings.ts`); what a setting means is in
 * `texts/en/settings.ts`. Besides the keywords of JSON Schema: `secret: true` warns when a settings file with the value
 * is readable by everybody, and lets `NAME_FILE` name a file with the value (`secret-files.ts`).
 */
const network = {
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  HOST: Type.String({
    format: 'listen-host',
    default: '127.0.0.1',
  }),
  BASE_URL: Type.Optional(
    Type.String({
      format: 'base-url',
    }),
  ),
  NODES: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 1,
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 100,
  }),
  CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 256,
  }),
}

const data = {
  DATA_DIR: Type.String({
    default: './data',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'database-url',
    }),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    Type.String({
      format: 'database-url',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      format: 'database-url',
    }),
  ),
  DB_CONNECTIONS: Type.Integer({
    minimum: 6,
    maximum: 1_000,
    default: 30,
  }),
  DB_PREPARED: Type.String({ pattern: '^(on|off)$', default: 'on' }),
  MIGRATE: Type.String({ pattern: '^(on|off)$', default: 'on' }),
  REDIS_URL: Type.Optional(
    Type.String({
      format: 'redis-url',
    }),
  ),
}

const kind = `(${documentKinds.join('|')})`

const jobs = {
  DRAFT_LIFETIME_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 2_592_000,
    default: 172_800,
  }),
  MAX_DISTANCE_KM: Type.Number({ exclusiveMinimum: 0, default: 2_500 }),
  CARRIER_OPEN_JOBS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
  }),
  CARRIER_DOCUMENTS: Type.String({
    pattern: `^(${kind}(,\\s*${kind})*)?$`,
    default: '',
  }),
  CARRIER_PROFILE: Type.Enum([...profileRules], { type: 'string', default: 'asked' }),
  COLLECTION_DEADLINE_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
  }),
  WASTED_TRIP_FEES: Type.String({
    pattern: '^(off|S=\\d{1,6},\\s*M=\\d{1,6},\\s*L=\\d{1,6},\\s*XL=\\d{1,6})$',
    default: 'off',
  }),
  DELIVERY_DOUBT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 72,
    default: 24,
  }),
  PROOF_COLLECTION: Type.Enum([...proofRules], { type: 'string', default: 'asked' }),
  PROOF_DELIVERY: Type.Enum([...proofRules], { type: 'string', default: 'asked' }),
  DELIVERY_CODE: Type.Enum(['on', 'off'], { type: 'string', default: 'off' }),
  PHOTO_SOURCES_ALLOWED: Type.String({
    format: 'host-ports',
    default: '',
  }),
  PHOTO_PUBLIC_URL: Type.Optional(Type.String({ format: 'service-url', pattern: '[^/]$' })),
}

const language = `(${personLanguages.join('|')})`

const texts = {
  SMS_COUNTRIES: Type.String({
    format: 'texted-numbers',
    default: '*',
  }),
  SMS_SENDERS: Type.String({
    format: 'senders',
    default: '',
  }),
  SMS_SENDERS_REGISTERED: Type.String({
    format: 'sender-names',
    default: '',
  }),
  SMS_PLAIN_LETTERS: Type.String({
    pattern: `^(off|${language}(,\\s*${language})*)$`,
    default: 'es,pt,fr,it,de,ca',
  }),
  PUSH_CONTACT: Type.Optional(
    Type.String({
      format: 'contact',
    }),
  ),
  PUSH_ENDPOINTS_ALLOWED: Type.String({
    format: 'host-ports',
    default: '',
  }),
  MAIL_URL: Type.Optional(Type.String({ format: 'mail-url', secret: true })),
  MAIL_FROM: Type.Optional(Type.String({ format: 'mail-address' })),
}

const app = {
  SERVICE_NAME: Type.String({
    pattern: '^[a-z][a-z0-9]{1,19}$',
    default: 'dray',
  }),
  APP_LINK_HOST: Type.Optional(
    Type.String({
      format: 'authority',
    }),
  ),
  APP_SCHEME: Type.String({
    pattern: '^[a-z][a-z0-9+.\\-]*$',
    default: 'dray',
  }),
  APPLE_APP_IDS: Type.String({
    pattern: '^([A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+(,\\s*[A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+)*)?$',
    default: '',
  }),
  ANDROID_PACKAGE: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
    }),
  ),
  ANDROID_CERT_SHA256: Type.String({
    pattern: '^([0-9A-F]{2}(:[0-9A-F]{2}){31}(,\\s*[0-9A-F]{2}(:[0-9A-F]{2}){31})*)?$',
    default: '',
  }),
  APP_STORE_URL: Type.Optional(Type.String({ format: 'https-url' })),
  PLAY_STORE_URL: Type.Optional(Type.String({ format: 'https-url' })),
  MAP_STYLE_URL: Type.Optional(
    Type.String({
      format: 'web-url',
    }),
  ),
}

const line = Type.Optional(Type.String({ pattern: '^\\S[^\\p{Cc}]{0,299}$' }))
const legalText = Type.Optional(Type.String({ format: 'legal-text' }))

const company = {
  LEGAL_NAME: line,
  LEGAL_TAX_NUMBER: line,
  LEGAL_ADDRESS: line,
  SUPPORT_CONTACT: Type.Optional(Type.String({ format: 'support-contact' })),
  LEGAL_TERMS: legalText,
  LEGAL_TERMS_VERSION: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}$', default: '1' }),
  LEGAL_PRIVACY: legalText,
  LEGAL_IMPRINT: legalText,
  HELP_PAGE: legalText,
  VAT_SCHEME: Type.Enum(['none', 'included'], { type: 'string', default: 'none' }),
  VAT_BASIS_POINTS: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  INVOICE_SELLS: Type.Enum(['everything', 'fee'], { type: 'string', default: 'everything' }),
  INVOICE_TIME_ZONE: Type.String({ format: 'time-zone', default: 'Europe/Madrid' }),
  SIMPLIFIED_INVOICE_MAX_CENTS: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  CARRIER_VAT_BASIS_POINTS: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
}

const operation = {
  NODE_ENV: Type.String({
    default: 'development',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    type: 'string',
    default: 'info',
  }),
  ALERT_MAIL: Type.String({ format: 'mail-addresses', default: '' }),
  ALERT_WEBHOOK_URL: Type.Optional(Type.String({ format: 'web-url', secret: true })),
  ALERT_WEBHOOK_SECRET: Type.Optional(Type.String({ format: 'signing-secret', secret: true })),
  ALERT_WEBHOOK_ALLOWED: Type.String({ format: 'host-ports', default: '' }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      secret: true,
    }),
  ),
  WORK_PORT: Type.Optional(
    Type.String({
      format: 'port-or-off',
    }),
  ),
  WORK_HOST: Type.String({
    format: 'listen-host',
    default: '127.0.0.1',
  }),
  GEONAMES_URL: Type.String({
    format: 'service-url',
    pattern: '[^/]$',
    default: 'https://download.geonames.org/export/zip',
  }),
}

/** The settings that belong to no provider. `toConfig` maps them to names in the code. */
export const coreSettings = Type.Object({
  ...network,
  ...data,
  ...jobs,
  ...texts,
  ...app,
  ...company,
  ...operation,
})
export type CoreSettings = Static<typeof coreSettings>

const checkedNetwork = {
  TRUST_PROXY: Type.String({
    default: '',
  }),
}

const checkedData = {
  SECRET_KEY: Type.Optional(
    Type.String({
      secret: true,
    }),
  ),
}

const providers = {
  GEOCODER: Type.String({ default: 'embedded' }),
  ROUTER: Type.String({ default: 'embedded' }),
  SMS_PROVIDER: Type.String({ default: 'outbox' }),
  CALL_PROVIDER: Type.String({ default: 'none' }),
  PAYMENT_PROCESSOR: Type.String({ default: 'sandbox' }),
  PHOTO_STORAGE: Type.String({ default: 'disk' }),
}

/** This schema accepts any text: `choose-providers.ts`, `read-config.ts` and `secret-key.ts` validate it. */
export const choiceSettings = Type.Object({ ...checkedNetwork, ...checkedData, ...providers })

/** Read from the environment where they are used: they say who runs a command and where the settings are. */
const commands = {
  DRAY_SETTINGS: Type.String(),
  DRAY_ACTOR: Type.String(),
  DRAY_TEST_KEY: Type.String({ secret: true }),
}

/** The settings above by group, as the table, the example and the panel show them. */
export const coreGroups = {
  network: { ...network, ...checkedNetwork },
  data: { ...data, ...checkedData },
  jobs,
  texts,
  app,
  company,
  operation: { ...operation, ...commands },
  providers,
}
