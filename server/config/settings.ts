import { type Static, Type } from 'typebox'
import { documentKinds } from '#contract/vocabulary.ts'
import { paymentProcessors } from '../payments/providers/index.ts'

/**
 * Each setting is declared once, with its description. The table in docs/operating.md, `.env.example` and the names that
 * a settings file may hold are made from these declarations (`all-settings.ts`). Besides the keywords of JSON Schema:
 * `secret: true` warns when a settings file with the value is readable by everybody, and `derived` describes the value
 * of a setting that is not set and has no `default`.
 */
const network = {
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'Where HTTP listens' }),
  HOST: Type.String({
    format: 'listen-host',
    default: '127.0.0.1',
    description: 'Interface where HTTP listens',
  }),
  BASE_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      derived: 'from `HOST` and `PORT`',
      description: 'Address seen from outside; no path, no final slash',
    }),
  ),
  NODES: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 1,
    description: 'How many nodes answer HTTP; only matters with `REDIS_URL`, when Redis cannot be asked',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 100,
    description: 'Calls per 60 s of new keys, and of an address without a valid key',
  }),
  CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 256,
    description:
      'Open connections of one address; more are told 503, many more are cut; 0 for no limit. Trusted proxies (`TRUST_PROXY`) are not counted: let the proxy limit its clients',
  }),
}

const data = {
  DATA_DIR: Type.String({
    default: './data',
    description: 'The embedded PostgreSQL and the photos; cannot be set by a file inside of it',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'database-url',
      description: 'A PostgreSQL that you run, instead of the embedded one',
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      format: 'redis-url',
      description: 'Redis with the counter of the rate limit, for several nodes',
    }),
  ),
}

const kind = `(${documentKinds.join('|')})`

const jobs = {
  DRAFT_LIFETIME_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 2_592_000,
    default: 172_800,
    description: 'How long a draft waits for its customer',
  }),
  MAX_DISTANCE_KM: Type.Number({ exclusiveMinimum: 0, default: 2_500, description: 'Longest trip' }),
  CARRIER_OPEN_JOBS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description:
      'How many jobs a carrier may have accepted and not delivered; each shows them an address and a phone number',
  }),
  CARRIER_DOCUMENTS: Type.String({
    pattern: `^(${kind}(,\\s*${kind})*)?$`,
    default: '',
    description:
      'Documents that a carrier needs to be approved, such as `licence,insurance`: `licence`, `insurance`, `other`',
  }),
  DELIVERY_DOUBT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 72,
    default: 24,
    description:
      "How long the capture waits for the customer's confirmation when a delivery came sooner than the trip can take",
  }),
  PHOTO_SOURCES_ALLOWED: Type.String({
    format: 'host-ports',
    default: '',
    description: '`host:port` pairs photos may come from although they are private; for tests',
  }),
}

const texts = {
  SMS_COUNTRIES: Type.String({
    pattern: '^(\\*|[A-Z]{2}(,\\s*[A-Z]{2})*)$',
    default: '*',
    description: 'Countries that may be texted, such as `ES,PT`',
  }),
  PUSH_CONTACT: Type.Optional(
    Type.String({
      format: 'contact',
      derived: '`BASE_URL` if https',
      description: '`mailto:` or https address where a push service can reach you',
    }),
  ),
  PUSH_ENDPOINTS_ALLOWED: Type.String({
    format: 'host-ports',
    default: '',
    description: '`host:port` pairs pushes may go to although they are private; for tests',
  }),
}

const app = {
  SERVICE_NAME: Type.String({
    pattern: '^[a-z][a-z0-9]{1,19}$',
    default: 'dray',
    description: 'Prefix of the keys: 2 to 20 small letters and digits',
  }),
  APP_LINK_HOST: Type.Optional(
    Type.String({
      format: 'authority',
      derived: 'the host of `BASE_URL`',
      description: 'Host of the link in the SMS',
    }),
  ),
  APP_SCHEME: Type.String({
    pattern: '^[a-z][a-z0-9+.\\-]*$',
    default: 'dray',
    description: 'Scheme of the deep link',
  }),
  APPLE_APP_IDS: Type.String({
    pattern: '^([A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+(,\\s*[A-Z0-9]{10}\\.[A-Za-z0-9.\\-]+)*)?$',
    default: '',
    description: 'For the `.well-known` file that lets the link open the app on iOS',
  }),
  ANDROID_PACKAGE: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
      description: 'For the `.well-known` file that lets the link open the app on Android',
    }),
  ),
  ANDROID_CERT_SHA256: Type.String({
    pattern: '^([0-9A-F]{2}(:[0-9A-F]{2}){31}(,\\s*[0-9A-F]{2}(:[0-9A-F]{2}){31})*)?$',
    default: '',
    description: 'Fingerprints of the certificates of that app',
  }),
  APP_STORE_URL: Type.Optional(
    Type.String({ format: 'https-url', description: "Button of Apple's store on the page of the link" }),
  ),
  PLAY_STORE_URL: Type.Optional(
    Type.String({ format: 'https-url', description: "Button of Google's store on the page of the link" }),
  ),
  MAP_STYLE_URL: Type.Optional(
    Type.String({
      format: 'web-url',
      description: 'Style of a street map for the app; see [Addresses](#addresses)',
    }),
  ),
}

const operation = {
  NODE_ENV: Type.String({
    default: 'development',
    description: '`production`: no SMS on the console, and a stop that lets a balancer see it',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    type: 'string',
    default: 'info',
    description: 'The least important lines that are logged',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      secret: true,
      description:
        'Required on `/metrics` as a bearer token; at least 16 characters. Without it, and with `NODE_ENV=production`, only this machine may read `/metrics`',
    }),
  ),
  WORK_PORT: Type.Optional(
    Type.String({
      format: 'port-or-off',
      derived: '8081',
      description:
        'Where `work` answers health and metrics; `0` is any free port, `off` none. If it is not set, a second worker on one machine takes any free port and prints it',
    }),
  ),
  WORK_HOST: Type.String({
    format: 'listen-host',
    default: '127.0.0.1',
    description: 'Interface where `work` listens',
  }),
  GEONAMES_URL: Type.String({
    format: 'service-url',
    pattern: '[^/]$',
    default: 'https://download.geonames.org/export/zip',
    description: 'Where `geo setup` finds the postal files, or a mirror; no final slash',
  }),
}

/** The settings that belong to no provider. `toConfig` maps them to names in the code. */
export const coreSettings = Type.Object({ ...network, ...data, ...jobs, ...texts, ...app, ...operation })
export type CoreSettings = Static<typeof coreSettings>

const checkedNetwork = {
  TRUST_PROXY: Type.String({
    default: '',
    description: 'Number of proxies in front, or their addresses (`10.0.0.1` or `10.0.0.0/8`)',
  }),
}

const checkedData = {
  SECRET_KEY: Type.Optional(
    Type.String({
      secret: true,
      derived: '`DATA_DIR`/secret.key',
      description:
        '32 random bytes in base64 or hex; the same on every machine. See [The secret key](#the-secret-key)',
    }),
  ),
}

const providers = {
  GEOCODER: Type.String({ default: 'embedded', description: 'A chain, such as `nominatim,embedded`' }),
  ROUTER: Type.String({ default: 'embedded', description: 'A chain, such as `osrm,embedded`' }),
  SMS_PROVIDER: Type.String({ default: 'outbox', description: '`outbox` (on this machine) or `twilio`' }),
  PAYMENT_PROCESSOR: Type.String({
    default: 'sandbox',
    description: `${Object.keys(paymentProcessors)
      .map((name) => `\`${name}\``)
      .join(' or ')}; \`sandbox\` is play money`,
  }),
  PHOTO_STORAGE: Type.String({ default: 'disk', description: '`disk` (a folder)' }),
}

/** This schema accepts any text: `choose-providers.ts`, `trust-proxy.ts` and `secret-key.ts` validate it. */
export const choiceSettings = Type.Object({ ...checkedNetwork, ...checkedData, ...providers })

/** Read from the environment where they are used, as they say who runs a command and where the settings are. */
const commands = {
  DRAY_SETTINGS: Type.String({
    derived: '`DATA_DIR`/settings.env',
    description: 'A file with settings, see [One file for all](#one-file-for-all)',
  }),
  DRAY_ACTOR: Type.String({
    derived: 'the system user',
    description: 'Name under which commands are recorded in the audit log',
  }),
}

/** The settings above, as the table and the example show them. */
export const coreGroups = {
  Network: { ...network, ...checkedNetwork },
  'Data and secrets': { ...data, ...checkedData },
  'Jobs and prices': jobs,
  'Texts and pushes': texts,
  'App and links': app,
  Operation: { ...operation, ...commands },
  Providers: providers,
}
