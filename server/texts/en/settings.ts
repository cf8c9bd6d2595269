/**
 * Descriptions of the settings, for docs/operating.md, `.env.example` and the panel. With Markdown for code and links.
 */
export const settings = {
  groups: {
    network: 'Network',
    data: 'Data and secrets',
    jobs: 'Jobs and prices',
    texts: 'Texts and pushes',
    app: 'App and links',
    company: 'The company behind it',
    operation: 'Operation',
    providers: 'Providers',
    caps: 'Caps on SMS',
    retention: 'Retention',
  },
  providerGroup: (variable: string, name: string) => `With \`${variable}=${name}\``,
  range: {
    atLeast: (least: number) => `at least ${least}`,
    between: (least: number, most: number) => `${least} to ${most}`,
  },
  /** The effect of an absent setting without a default value. */
  fallbacks: {
    BASE_URL: 'from `HOST` and `PORT`',
    SECRET_KEY: '`DATA_DIR`/secret.key',
    PUSH_CONTACT: '`BASE_URL` if https',
    APP_LINK_HOST: 'the host of `BASE_URL`',
    LEGAL_IMPRINT: 'a page made from the name, the tax number, the address and the contact',
    HELP_PAGE: 'a page that says whom to ask',
    WORK_PORT: '8081',
    DRAY_SETTINGS: '`DATA_DIR`/settings.env',
    DRAY_ACTOR: 'the system user',
    NOMINATIM_COUNTRY_CODES: 'every country the embedded geocoder knows',
    PHOTO_DIR: '`DATA_DIR`/photos',
  },
  descriptions: {
    PORT: 'Where HTTP listens',
    HOST: 'Interface where HTTP listens',
    BASE_URL: 'Address seen from outside; no path, no final slash',
    NODES: 'How many nodes answer HTTP; only matters with `REDIS_URL`, when Redis cannot be asked',
    RATE_LIMIT_PER_MINUTE: 'Calls per 60 s of new keys, and of an address without a valid key',
    CONNECTIONS_PER_ADDRESS:
      'Open connections of one address; more are told 503, many more are cut; 0 for no limit. Trusted proxies (`TRUST_PROXY`) are not counted: let the proxy limit its clients',
    TRUST_PROXY: 'Number of proxies in front, or their addresses (`10.0.0.1` or `10.0.0.0/8`)',
    DATA_DIR: 'The embedded PostgreSQL and the photos; cannot be set by a file inside of it',
    DATABASE_URL: 'A PostgreSQL that you run, instead of the embedded one',
    DATABASE_OWNER_URL:
      'The same database as the role that owns its tables, for migrations, backups and restores; `DATABASE_URL` is then a role that cannot change the audit log',
    REDIS_URL: 'Redis with the counter of the rate limit, for several nodes',
    SECRET_KEY:
      '32 random bytes in base64 or hex; the same on every machine. See [The secret key](#the-secret-key)',
    DRAFT_LIFETIME_SECONDS: 'How long a draft waits for its customer',
    MAX_DISTANCE_KM: 'Longest trip',
    CARRIER_OPEN_JOBS:
      'How many jobs a carrier may have accepted and not delivered; each shows them an address and a phone number',
    CARRIER_DOCUMENTS:
      'Documents that a carrier needs to be approved, such as `licence,insurance`: `licence`, `insurance`, `other`',
    COLLECTION_DEADLINE_HOURS:
      'How long a carrier has to collect after accepting; then the customer can cancel for free, and the carrier has a strike. A job keeps the hours it was made with',
    DELIVERY_DOUBT_HOURS:
      "How long the capture waits for the customer's confirmation when a delivery came sooner than the trip can take",
    PHOTO_SOURCES_ALLOWED: '`host:port` pairs photos may come from although they are private; for tests',
    SMS_COUNTRIES:
      'Countries that may be texted, such as `ES,PT`. Premium-rate, shared-cost, toll-free, personal, pager and satellite numbers only if their first digits are named too, such as `+881`',
    SMS_PLAIN_LETTERS:
      'Languages (`es`, `en`) whose texts drop accents outside the GSM alphabet, such as á, where that saves a segment; `off` for none. See [What a text costs](#what-a-text-costs)',
    PUSH_CONTACT: '`mailto:` or https address where a push service can reach you',
    PUSH_ENDPOINTS_ALLOWED: '`host:port` pairs pushes may go to although they are private; for tests',
    SERVICE_NAME: 'Prefix of the keys: 2 to 20 small letters and digits',
    APP_LINK_HOST: 'Host of the link in the SMS',
    APP_SCHEME: 'Scheme of the deep link',
    APPLE_APP_IDS: 'For the `.well-known` file that lets the link open the app on iOS',
    ANDROID_PACKAGE: 'For the `.well-known` file that lets the link open the app on Android',
    ANDROID_CERT_SHA256: 'Fingerprints of the certificates of that app',
    APP_STORE_URL: "Button of Apple's store on the page of the link",
    PLAY_STORE_URL: "Button of Google's store on the page of the link",
    LEGAL_NAME: 'Legal name of the company that runs the service; pages and receipts name it',
    LEGAL_TAX_NUMBER: 'Its tax number, such as `ESB12345678`',
    LEGAL_ADDRESS: 'Its postal address, in one line',
    SUPPORT_CONTACT:
      'E-mail address, phone number with its country code, or https address where people get help; the app, the guide and the OpenAPI document link to it',
    LEGAL_TERMS:
      'The terms: an https address, or a Markdown file (.md); see [The company behind it](#the-company-behind-it)',
    LEGAL_TERMS_VERSION:
      'Name of the terms in force, such as `2026-12-01`; after a change everybody is asked to accept them again',
    LEGAL_PRIVACY: 'The privacy notice, in the same way',
    LEGAL_IMPRINT: 'The imprint, in the same way',
    HELP_PAGE: 'The help for customers and carriers, in the same way',
    MAP_STYLE_URL: 'Style of a street map for the app; see [Addresses](#addresses)',
    NODE_ENV: '`production`: no SMS on the console, and a stop that lets a balancer see it',
    LOG_LEVEL: 'The least important lines that are logged',
    METRICS_TOKEN:
      'Required on `/metrics` as a bearer token; at least 16 characters. Without it, and with `NODE_ENV=production`, only this machine may read `/metrics`',
    WORK_PORT:
      'Where `work` answers health and metrics; `0` is any free port, `off` none. If it is not set, a second worker on one machine takes any free port and prints it',
    WORK_HOST: 'Interface where `work` listens',
    GEONAMES_URL: 'Where `geo setup` finds the postal files, or a mirror; no final slash',
    DRAY_SETTINGS: 'A file with settings, see [One file for all](#one-file-for-all)',
    DRAY_ACTOR: 'Name under which commands are recorded in the audit log',
    DRAY_TEST_KEY: 'Test key with which `dray sandbox` calls the sandbox',
    GEOCODER: 'A chain, such as `nominatim,embedded`',
    ROUTER: 'A chain, such as `osrm,embedded`',
    SMS_PROVIDER: '`outbox` (on this machine) or `twilio`',
    PAYMENT_PROCESSOR: '`sandbox` or `stripe`; `sandbox` is play money',
    PHOTO_STORAGE: '`disk` (a folder)',
    SMS_DAILY_CAP_PER_NUMBER:
      'Texts of drafts to one number in the last 24 hours; over the cap the draft is made and not texted. Counts every text that was handed to the provider, once, also when its draft is gone; exact over all nodes. Not for the outbox',
    SMS_DAILY_CAP_PER_KEY: 'The same, for the drafts of one key',
    SMS_NOTICES:
      'Whether people without a push device are texted what concerns their money or time; with `off` the app promises no text',
    SMS_NOTICES_PER_PERSON_PER_DAY:
      'Such texts to one person in 24 hours; others are `failed` with `cap` in `sms list`',
    SMS_NOTICES_PER_PERSON_PER_JOB: 'Such texts to one person about one job',
    CODES_PER_HOUR: 'Sign-in codes that are texted in an hour, in all',
    CODES_PER_HOUR_PER_COUNTRY: 'The same, to one country',
    CODES_PER_HOUR_PER_NEIGHBOURHOOD: 'The same, to a hundred neighbouring numbers',
    CODES_PER_HOUR_PER_ADDRESS: 'The same, requested by one address (IPv6: a /64)',
    CODES_STOP_FROM: 'Codes to a country in the last hour from which on their use is looked at; 0 for never',
    CODES_STOP_BELOW_PERCENT: 'If a smaller share of these codes was used, the country gets none for a while',
    CODES_STOP_MINUTES: 'How long such a country gets no codes',
    RETENTION_JOB_DAYS:
      'Days after which the personal data of an ended job is removed; see [Personal data](#personal-data)',
    RETENTION_PHOTO_DAYS: 'The same, for its photos',
    RETENTION_SMS_DAYS: 'The same, for texts',
    RETENTION_DOCUMENT_DAYS:
      'Days after which the picture of a document of a carrier is deleted, once the document is refused, replaced or expired',
    REQUEST_LOG_DAYS:
      'Days for which each call of a partner is kept: route, status and duration, without bodies. The counts for charts stay for 65 days',
    GEOCODER_HOME_COUNTRY: 'Where an address that names no country is looked for first: two small letters',
    NOMINATIM_URL: 'Where Nominatim answers, without the /search part',
    NOMINATIM_USER_AGENT: 'Who asks; the public server wants a name and a contact',
    NOMINATIM_COUNTRY_CODES: 'The service area: comma-separated ISO codes',
    NOMINATIM_TIMEOUT_MS: 'How long a look-up may take, its second try included',
    GEOCODER_PUBLIC_OK: '1 allows the public server: one request a second for the whole service',
    ROUTE_DETOUR_BASE: 'Road kilometres per kilometre as the crow flies, on a long trip',
    ROUTE_DETOUR_EXTRA: 'What is added to it on a short trip, where streets turn more',
    ROUTE_DETOUR_SCALE_KM: 'The distance over which that addition falls to a third',
    OSRM_URL: 'Where OSRM answers, without the /route/v1 part',
    OSRM_PROFILE: 'The profile its data was prepared with',
    OSRM_TIMEOUT_MS: 'How long one try may take; there are two',
    TWILIO_ACCOUNT_SID: 'The account, `AC…`',
    TWILIO_AUTH_TOKEN: 'Its token; also the key of the signatures of delivery reports',
    TWILIO_FROM: 'Sending number or sender name',
    TWILIO_MESSAGING_SERVICE_SID: 'Instead of TWILIO_FROM: the service that picks the sender',
    TWILIO_URL: 'Another address of the API, for tests',
    STRIPE_SECRET_KEY:
      '`sk_live_…` or `sk_test_…`, or a restricted key `rk_…` that may write PaymentIntents, Refunds, Customers, PaymentMethods, Checkout Sessions, and for payouts Transfers, Accounts and Account Links, and may read Charges, Disputes, Early Fraud Warnings, SetupIntents, the Balance, and for `doctor` Webhook Endpoints',
    STRIPE_WEBHOOK_SECRET:
      '`whsec_…` of the endpoint (see [Stripe](#stripe)); while you exchange it both, with a comma. Without it the address of the webhook does not exist',
    STRIPE_API_URL: 'For tests: https, or http on this machine',
    STRIPE_PAYOUTS:
      '`off` where you pay carriers by other means: what they are owed then stays in the ledger',
    STRIPE_TIMEOUT_MS: 'How long one call may take; a call without an answer is repeated with the same key',
    PHOTO_DIR: 'Folder of the stored photos',
  },
}
