/** What to do about a finding of the doctor (`doctor.ts`). */
export const remedies = {
  setCallProvider: 'Set CALL_PROVIDER=none, or write a provider (docs/recipes/call-provider.md)',
  continueInvoices:
    'run `dray invoice continue` with the next number of each series, such as R-2027-000120, or without one if no receipt was issued since the backup',
  doAsItSays: 'Do what it says, or set DATABASE_URL to a PostgreSQL that you run',
  lookAtSettings: 'Look at the settings',
  correctSetting: 'Correct it and run the doctor again: the rest is checked once every setting is valid',
  correctFile: 'Correct the file; the rest of it holds',
  updateNode: 'Install Node.js 24.18 or newer',
  makeWritable: 'Make the folder writable for the user that runs Dray, or set DATA_DIR to another one',
  freeSpaceNow: 'Free some space: without it PostgreSQL stops taking drafts',
  freeSpaceSoon: 'Free some space before it runs out',
  startDatabase: 'Start PostgreSQL, and see that DATABASE_URL names it with the right user and password',
  updateServer: 'Dray needs PostgreSQL 15 to 18: update the server',
  namePrimary: 'Set DATABASE_URL to the primary, or to an address that always leads to it',
  synchronousStandby:
    'Set synchronous_standby_names, or synchronous_mode of Patroni, if a 201 must never be lost',
  raiseConnections:
    'Raise max_connections, or lower DB_CONNECTIONS; a new version needs them twice while it replaces the old one',
  lowerPoolSize:
    'Raise max_connections, or lower default_pool_size and max_db_connections of the pooler; other clients of this PostgreSQL count too',
  sendUnprepared: 'Set DB_PREPARED=off, or use PgBouncer 1.21 or newer with max_prepared_statements',
  setDirectUrl: 'Set DATABASE_DIRECT_URL to the same database without the pooler',
  ownPool:
    'Give Dray a pool without other clients: a user or a database entry in the settings of the pooler for Dray alone',
  makeInUtf8: "Make the database again with: create database … encoding 'UTF8'",
  testedServers: 'Dray is tested with PostgreSQL 15 to 18',
  runNewer: 'Run that version, or restore a backup made before it',
  migrate: 'Run `dray migrate`; the next start does it too',
  setClocks: 'Set both machines by the same time server: limits and expiry go by these clocks',
  startWorker:
    'If one runs, see in its log why it does not reach the database; if none does, start `dray work`, or `dray start`',
  restartNode: 'Restart it with the settings of the others',
  keepServiceName: (recorded: string, here: string) =>
    `Set SERVICE_NAME=${recorded}, or end the keys on purpose: dray installation set SERVICE_NAME ${here} --end-keys`,
  unset: (name: string) =>
    `Unset ${name} for the doctor, or restart the servers with it if they are to change`,
  secretKeyNeeded: 'Do what it says: without its secret key no server starts',
  giveSecretKey:
    'Give this machine the SECRET_KEY, or a copy of DATA_DIR/secret.key, that the servers run with. If that key is lost or is to be replaced: dray installation rekey',
  closeFile: (file: string) => `chmod o-rwx ${file}`,
  separateOwner:
    'Make a second role, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner of the tables: docs/operating.md, "Audit log"',
  verifyAudit: 'Run `dray audit verify`, and compare the log with a backup: docs/operating.md, "Audit log"',
  lookAtDatabase: 'Look at the database first',
  finerAddresses: (country: string) => finerAddresses(country),
  seeGeocoder:
    'See that the engine runs and that its settings are right; meanwhile GEOCODER may name a second one after it',
  seeRouter:
    'See that the engine runs and that its settings are right; meanwhile ROUTER may name a second one after it',
  seeData: 'See that its data covers the area you serve',
  seeDistance: 'By road it is about 315 km: see that its data covers the area you serve',
  setProcessor: 'Set what the processor needs',
  realProcessor: 'Set PAYMENT_PROCESSOR to one that takes real cards',
  liveKey: 'Give it a live key',
  postEvents: (steps: string) =>
    `Let it post its events to this Dray, as ${steps} says: without them news waits for people to come back`,
  correctEndpoint: (url: string, steps: string) =>
    `Correct the endpoint ${url} in the dashboard of the processor, as ${steps} says`,
  makeEndpoint: (steps: string) => `Make it, as ${steps} says`,
  enableEndpoint: 'Enable it in the dashboard of the processor',
  letKeyRead: (steps: string) =>
    `Allow the restricted key to read webhook endpoints, or compare them by hand with ${steps}`,
  setCardFields: (setting: string) =>
    `Set ${setting} from the dashboard of the processor, of the same mode as the secret key`,
  setNeeded: (setting: string, needed: string) => `Set ${needed}, or remove ${setting}`,
  connectProcessor: (name: string) => `Set PAYMENT_PROCESSOR=${name} until they are done`,
  stripeMode: (mode: 'live' | 'test') => `Stripe answers in ${mode} mode: look at STRIPE_API_URL`,
  stripeKeyUnknown:
    'Stripe does not know STRIPE_SECRET_KEY: copy it from the dashboard, Developers, API keys',
  stripeKeyWeak:
    'STRIPE_SECRET_KEY may not read the balance: give the restricted key what docs/operating.md lists',
  stripeUnreachable: (error: string) => `Stripe cannot be reached at STRIPE_API_URL (${error})`,
  stripeFaulty: (error: string) => `Stripe answers with a fault (${error}): see status.stripe.com`,
  seeBucket:
    'See that S3_ENDPOINT, S3_REGION and S3_BUCKET are right, that the key may put, get, list and delete objects, and that the clock of this machine is right',
  movePhotos: (to: string) => `Move them beside the running servers: npm run dray -- photos move --to ${to}`,
  shareFolder:
    'Give all nodes the same PHOTO_DIR on a disk that they share, or store photos in a bucket (PHOTO_STORAGE=s3)',
  seeStorage: 'See that the storage can be written to, has space, and that its settings are right',
  installAgain: 'Install the packages again with `npm ci`, optional ones included, on this machine',
  confine:
    'On Linux, let this user make user namespaces (util-linux `unshare`), or run Dray as root, so that a hostile photo finds nothing to reach',
  startRedis:
    'Start Redis, and see that REDIS_URL names it with the right user and password; until then each node counts calls by itself',
  correctMailServer:
    'See that MAIL_URL names a mail server that is reached from here, with the right user and password',
  setProvider: 'Set what the provider needs',
  deliveringProvider: 'Set SMS_PROVIDER to one that delivers',
  setPlainLetters:
    'Set SMS_PLAIN_LETTERS to es, or leave it unset, to drop accents where that saves a segment',
  registerName: (name: string) =>
    `Register ${name} with the CNMC for your provider and set SMS_SENDERS_REGISTERED=${name}, or send to Spain from a number (SMS_SENDERS=ES=+34…)`,
  setCountries: 'Set SMS_COUNTRIES to the countries you serve, such as ES,PT',
  restorePushKeys: 'Restore the row `push_keys` of installation_secret',
  checkPushContact:
    'Check that PUSH_CONTACT is an address of yours and that the clock of the machine is right; people get texts instead',
  setContact: 'Set PUSH_CONTACT, or BASE_URL to an https address',
  setReachedUrl: 'Set BASE_URL to the https address that customers reach',
  setHttps: 'Set BASE_URL to an https address; phones open no app for others',
  setLinkHost: 'Set APP_LINK_HOST to the host that the app is registered for',
  setApps: (names: string[]) => `If you have apps, set ${names.join(', ')}`,
  setCompany: (names: string[]) =>
    `Set ${names.join(', ')}; docs/operating.md, "The company behind it", says what each is for`,
  makeReadable: 'Make the file readable for the user that runs Dray, or correct the setting',
  tokenForPrometheus: 'Set METRICS_TOKEN and give it to Prometheus',
  setToken: 'Set METRICS_TOKEN',
}

export const finerAddresses = (country: string): string =>
  `run: npm run dray -- geo setup ${country} (postcodes), or set GEOCODER=photon,embedded (streets)`
