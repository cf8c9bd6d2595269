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
    caps: 'Caps on SMS and look-ups',
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
    PHOTON_COUNTRY_CODES: 'every country the embedded geocoder knows',
    PHOTO_DIR: '`DATA_DIR`/photos',
    PHOTO_PUBLIC_URL: '`BASE_URL`/photos',
    S3_ADDRESSING: '`path` with `S3_ENDPOINT`, else `virtual`',
    S3_ENDPOINT: 'AWS',
    S3_ACCESS_KEY_ID: 'the role of the machine',
  },
  descriptions: {
    PORT: 'Where HTTP listens; `0` is any free port, which the start prints',
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
    DATABASE_DIRECT_URL:
      'The same database without a pooler, for migrations, backups, live events and checks that take minutes; only if `DATABASE_URL` is a pooler',
    DB_CONNECTIONS: 'The most connections to PostgreSQL of a process, at least 6',
    DB_PREPARED:
      '`off`: statements are sent without names, for a pooler that does not keep prepared statements',
    MIGRATE: '`off`: a start does not migrate the database; `dray migrate` has to run before',
    REDIS_URL: 'Redis with the counter of the rate limit, for several nodes',
    SECRET_KEY:
      '32 random bytes in base64 or hex; the same on every machine. See [The secret key](#the-secret-key)',
    DRAFT_LIFETIME_SECONDS: 'How long a draft waits for its customer',
    MAX_DISTANCE_KM: 'Longest trip',
    CARRIER_OPEN_JOBS:
      'How many jobs a carrier may have accepted and not delivered; each shows them an address and a phone number',
    CARRIER_DOCUMENTS:
      'Documents that a carrier needs to be approved, such as `licence,insurance`: `licence`, `insurance`, `other`',
    CARRIER_PROFILE:
      'Whether new carriers are asked for a photo of their face and their plate, which the customers of their jobs see: `off`, `asked`, or `required`, with which a carrier who is approved from then on accepts no job without both. See [Who comes](#who-comes)',
    COLLECTION_DEADLINE_HOURS:
      'How long a carrier has to collect after accepting, unless both agree on a time, which takes its place; then the customer can cancel for free, and the carrier has a strike. A job keeps the hours it was made with',
    WASTED_TRIP_FEES:
      'What it costs the customer, in cents by size such as `S=1000,M=1500,L=2500,XL=4000`, if the carrier came and could not collect because of them: not there, not as described, wrong address; `off` for nothing. Shown before paying; a job keeps the fee it was made with. See [Who pays when it goes wrong](#who-pays-when-it-goes-wrong)',
    DELIVERY_DOUBT_HOURS:
      "How long the capture waits for the customer's confirmation when a delivery came sooner than the trip can take",
    PROOF_COLLECTION:
      'Whether the carrier is asked for a photo at the collection: `off`, `asked`, or `required`, which refuses a collection without one. Counts for jobs that are accepted from then on. See [Proof](#proof)',
    PROOF_DELIVERY: 'The same at the delivery',
    DELIVERY_CODE:
      '`on`: the customer has a code of four digits, which the carrier types at the delivery. Counts for jobs that are accepted from then on',
    PHOTO_SOURCES_ALLOWED: '`host:port` pairs photos may come from although they are private; for tests',
    PHOTO_PUBLIC_URL:
      'Where clients fetch photos, if not from Dray itself: a CDN in front of it, without a final slash',
    SMS_COUNTRIES:
      'Countries that may be texted, such as `ES,PT`. Premium-rate, shared-cost, toll-free, personal, pager and satellite numbers only if their first digits are named too, such as `+881`',
    SMS_SENDERS:
      'Sender of texts by the country of the recipient, such as `ES=Dray,PT=+351912345678`; other countries get the sender of the provider. See [Texts by more than one provider](#texts-by-more-than-one-provider)',
    SMS_SENDERS_REGISTERED:
      'Names of senders, with commas between, that are in the register of Spain (CNMC), with the same upper and lower case. Until a name is here, `doctor` warns about it',
    SMS_PLAIN_LETTERS:
      'Languages (`en`, `es`, `pt`, `fr`, `it`, `de`, `ca`) whose texts drop accents outside the GSM alphabet, such as á, where that saves a segment; `off` for none. See [What a text costs](#what-a-text-costs)',
    PUSH_CONTACT: '`mailto:` or https address where a push service can reach you',
    PUSH_ENDPOINTS_ALLOWED: '`host:port` pairs pushes may go to although they are private; for tests',
    MAIL_URL:
      'The mail server: `smtps://user:password@host`, or `smtp://…` with STARTTLS; without it nothing is mailed and the app mentions no mail',
    MAIL_FROM: 'The address that mails come from, such as `hello@example.com`; required with `MAIL_URL`',
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
    VAT_SCHEME:
      'Whether prices contain value added tax: `none` (receipts name no tax) or `included`; see [Receipts](#receipts)',
    VAT_BASIS_POINTS: 'Its rate, needed with `included`: `2100` is 21 %',
    INVOICE_SELLS:
      'What the company sells on receipts: `everything`, or only its `fee` where carriers sell their deliveries themselves',
    INVOICE_TIME_ZONE:
      'Time zone of receipts and statements: of their instants, of the year of their numbers, and of the months of carriers',
    SIMPLIFIED_INVOICE_MAX_CENTS:
      'Up to this total a receipt with tax is called a simplified invoice: `40000` is 400 euros, as in Spain; without it all are receipts; see [Receipts](#receipts)',
    CARRIER_VAT_BASIS_POINTS:
      'Rate of the tax that the earnings of carriers who are businesses contain, with `INVOICE_SELLS=everything`: `2100` is 21 %; without it their invoices name no tax',
    MAP_STYLE_URL: 'Style of a street map for the app; see [Addresses](#addresses)',
    NODE_ENV: '`production`: no SMS on the console, and a stop that lets a balancer see it',
    LOG_LEVEL: 'The least important lines that are logged',
    ALERT_MAIL:
      'Addresses of staff on duty, who are mailed when an entry of *Today* begins to cost something; needs `MAIL_URL`',
    ALERT_WEBHOOK_URL:
      'Where the same is posted, signed as Standard Webhooks asks: kinds and their number, and nothing else',
    ALERT_WEBHOOK_SECRET: 'Signs these calls; at least 16 characters, or `whsec_` and a key in base64',
    ALERT_WEBHOOK_ALLOWED:
      '`host:port` pairs that the webhook may be at although they are private or have no https',
    METRICS_TOKEN:
      'Required on `/metrics` as a bearer token; at least 16 characters. Without it, and with `NODE_ENV=production`, only this machine may read `/metrics`',
    WORK_PORT:
      'Where `work` answers health and metrics; `0` is any free port, `off` none. If it is not set, a second worker on one machine takes any free port and prints it',
    WORK_HOST: 'Interface where `work` listens',
    GEONAMES_URL: 'Where `geo setup` finds the postal files, or a mirror; no final slash',
    DRAY_SETTINGS: 'A file with settings, see [One file for all](#one-file-for-all)',
    DRAY_ACTOR: 'Name under which commands are recorded in the audit log',
    DRAY_TEST_KEY: 'Test key with which `dray sandbox` calls the sandbox',
    GEOCODER: 'A chain, such as `photon,embedded`; see [Addresses](#addresses)',
    ROUTER: 'A chain, such as `valhalla,embedded`',
    SMS_PROVIDER:
      '`outbox` (on this machine), or a list of `twilio`, `sinch` and `smpp`: the next one is asked when one refuses a text',
    CALL_PROVIDER:
      '`none`: customer and carrier see each other’s number; `sandbox`: numbers that ring nowhere. Others are written by the [recipe](recipes/call-provider.md)',
    PAYMENT_PROCESSOR: '`sandbox` or `stripe`; `sandbox` is play money',
    PHOTO_STORAGE: '`disk` (a folder) or `s3` (a private bucket); see [Photos on S3](#photos-on-s3)',
    SMS_DAILY_CAP_PER_NUMBER:
      'Texts of drafts to one number in the last 24 hours; over the cap the draft is made and not texted. Counts every text that was handed to the provider, once, also when its draft is gone; exact over all nodes. Not for the outbox',
    SMS_DAILY_CAP_PER_KEY: 'The same, for the drafts of one key',
    SMS_NOTICES:
      'Whether people without a push device are texted what concerns their money or time; with `off` the app promises no text',
    NOTICES_OFF:
      'Notices that are not sent over a channel, such as `job_collected:push,job_posted:mail`; kinds and channels are in the [table](#notices)',
    SMS_NOTICES_PER_PERSON_PER_DAY:
      'Such texts to one person in 24 hours; others are `failed` with `cap` in `sms list`. Texts about money are counted apart, so there are at most twice as many',
    SMS_NOTICES_PER_PERSON_PER_JOB: 'Such texts to one person about one job, counted in the same way',
    CODES_PER_HOUR: 'Sign-in codes that are texted in an hour, in all',
    CODES_PER_HOUR_PER_COUNTRY: 'The same, to one country',
    CODES_PER_HOUR_PER_NEIGHBOURHOOD: 'The same, to a hundred neighbouring numbers',
    CODES_PER_HOUR_PER_ADDRESS: 'The same, requested by one address (IPv6: a /64)',
    CODES_STOP_FROM: 'Codes to a country in the last hour from which on their use is looked at; 0 for never',
    CODES_STOP_BELOW_PERCENT: 'If a smaller share of these codes was used, the country gets none for a while',
    CODES_STOP_MINUTES: 'How long such a country gets no codes',
    PRICES_PER_HOUR:
      'Prices that people ask for in the app in an hour, before they sign in, in all; all who are signed in get ten times as many',
    PRICES_PER_HOUR_PER_ADDRESS:
      'The same, by one client address (IPv6: a /64, and five times as many by a /48), or by one person who is signed in',
    SUGGESTIONS_PER_HOUR:
      'Completions of addresses in the app in an hour, before people sign in, in all; all who are signed in get ten times as many',
    SUGGESTIONS_PER_HOUR_PER_ADDRESS:
      'The same, by one client address (and five times as many by a /48 of IPv6), or by one person who is signed in',
    RETENTION_JOB_DAYS:
      'Days after which the personal data of an ended job is removed; see [Personal data](#personal-data)',
    RETENTION_PHOTO_DAYS: 'The same, for its photos',
    RETENTION_SMS_DAYS: 'The same, for texts',
    RETENTION_DOCUMENT_DAYS:
      'Days after which the picture of a document of a carrier is deleted, once the document is refused, replaced or expired',
    RETENTION_INVOICE_DAYS:
      'Days after which the person is removed from a receipt or credit note. The law of your country says how long you must keep it: six years by default',
    REQUEST_LOG_DAYS:
      'Days for which each call of a partner is kept: route, status and duration, without bodies. The counts for charts stay for 65 days',
    GEOCODER_HOME_COUNTRY: 'Where an address that names no country is looked for first: two small letters',
    NOMINATIM_URL: 'Where Nominatim answers, without the /search part',
    NOMINATIM_USER_AGENT: 'Who asks; the public server wants a name and a contact',
    NOMINATIM_COUNTRY_CODES:
      'The service area: comma-separated ISO codes. Nominatim has to know the capital of the first one',
    NOMINATIM_TIMEOUT_MS: 'How long a look-up may take, its second try included',
    GEOCODER_PUBLIC_OK: '1 allows the public Nominatim: one request a second for the whole service',
    PHOTON_URL: 'Where Photon answers, without the /api part',
    PHOTON_COUNTRY_CODES:
      'The service area: comma-separated ISO codes. Photon has to know the capital of the first one',
    PHOTON_TIMEOUT_MS: 'How long a look-up may take, its second try included',
    PHOTON_PUBLIC_OK: '1 allows the public Photon: one request a second for the whole service',
    CARTOCIUDAD_URL: 'Where CartoCiudad answers, without the /candidates part; the public service of Spain',
    CARTOCIUDAD_TIMEOUT_MS: 'How long a look-up may take: one or two questions, each with a second try',
    ROUTE_DETOUR_BASE: 'Road kilometres per kilometre as the crow flies, on a long trip',
    ROUTE_DETOUR_EXTRA: 'What is added to it on a short trip, where streets turn more',
    ROUTE_DETOUR_SCALE_KM: 'The distance over which that addition falls to a third',
    OSRM_URL: 'Where OSRM answers, without the /route/v1 part',
    OSRM_PROFILE: 'The profile its data was prepared with',
    OSRM_TIMEOUT_MS: 'How long one try may take; there are two',
    SINCH_SERVICE_PLAN_ID: 'The service plan',
    SINCH_API_TOKEN: 'Its API token',
    SINCH_FROM: 'Sending number, short code or sender name; needed unless the account has a default sender',
    SINCH_CALLBACK_USER:
      'User name that Sinch sends with delivery reports, if your account manager has set Basic auth for callbacks',
    SINCH_CALLBACK_PASSWORD: 'Its password',
    SINCH_URL:
      'Address of the API: of the region of the service plan (`us`, `eu`, `au`, `br`, `ca`), or for tests',
    SMPP_HOST: 'Host of the SMS centre',
    SMPP_PORT: 'Its port',
    SMPP_TLS: 'Whether the connection is encrypted; the certificate must be valid for SMPP_HOST',
    SMPP_SYSTEM_ID: 'The account (`system_id`)',
    SMPP_PASSWORD: 'Its password',
    SMPP_SYSTEM_TYPE: 'Only if the SMS centre asks for one (`system_type`)',
    SMPP_FROM: 'Sending number, short code or sender name',
    SMPP_LONG_TEXTS:
      'How a text longer than one SMS is sent: in parts that phones join (`parts`), or whole, to be split by the SMS centre (`payload`)',
    SMPP_WINDOW: 'Messages that may wait for their answer at once, in each process',
    VALHALLA_URL: 'Where Valhalla answers, without the /route part',
    VALHALLA_COSTING: 'The vehicle that it drives: a car or van, or a truck with its limits',
    VALHALLA_TIMEOUT_MS: 'How long one try may take; there are two',
    TWILIO_ACCOUNT_SID: 'The account, `AC…`',
    TWILIO_AUTH_TOKEN: 'Its token; also the key of the signatures of delivery reports',
    TWILIO_FROM: 'Sending number or sender name',
    TWILIO_MESSAGING_SERVICE_SID: 'Instead of TWILIO_FROM: the service that picks the sender',
    TWILIO_URL: 'Another address of the API, for tests',
    STRIPE_SECRET_KEY:
      '`sk_live_…` or `sk_test_…`, or a restricted key `rk_…` that may write PaymentIntents, Refunds, Customers, PaymentMethods, Checkout Sessions, SetupIntents, and for payouts Transfers, Accounts and Account Links, and may read Charges, Disputes, Early Fraud Warnings, the Balance, and for `doctor` Webhook Endpoints',
    STRIPE_PUBLISHABLE_KEY:
      '`pk_live_…` or `pk_test_…`, of the same mode as the secret key: customers then type cards and use Apple Pay and Google Pay in the app, and its pages may load the script of Stripe. Without it the app opens a page of Stripe',
    STRIPE_WEBHOOK_SECRET:
      '`whsec_…` of the endpoint (see [Stripe](#stripe)); while you exchange it both, with a comma. Without it the address of the webhook does not exist',
    STRIPE_API_URL: 'For tests: https, or http on this machine',
    STRIPE_PAYOUTS:
      '`off` where you pay carriers by other means: what they are owed then stays in the ledger',
    STRIPE_TIMEOUT_MS: 'How long one call may take; a call without an answer is repeated with the same key',
    PHOTO_DIR: 'Folder of the stored photos',
    S3_BUCKET:
      'The private bucket; with `disk` also where photos are looked for that were not moved back yet',
    S3_ENDPOINT: 'Address of a server with the protocol of S3, such as Garage, SeaweedFS or Ceph',
    S3_REGION: 'The region of the bucket',
    S3_ADDRESSING: 'Whether the bucket is in the path of a URL or in its host name',
    S3_PREFIX: 'What the name of each object begins with, such as `dray/`, if others use the bucket',
    S3_ACCESS_KEY_ID: 'The key; without it that of the environment, the machine or the container is used',
    S3_SECRET_ACCESS_KEY: 'Its secret',
  },
}
