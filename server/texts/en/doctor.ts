/** Texts of `dray doctor` and the panel for each check. The values are stored with the code, so they are JSON. */
export const doctor = {
  checks: {
    node: 'node',
    configuration: 'configuration',
    dataFolder: 'data folder',
    database: 'database',
    schema: 'schema',
    connections: 'connections',
    clock: 'clock',
    installation: 'installation',
    secretKey: 'secret key',
    auditLog: 'audit log',
    geocoder: (name: string) => `geocoder ${name}`,
    precision: 'address precision',
    payments: (name: string) => `payments ${name}`,
    paymentEvents: (name: string) => `payments ${name} events`,
    router: (name: string) => `router ${name}`,
    photoStorage: (name: string) => `photo storage ${name}`,
    sharedFolder: 'shared folder of photos',
    photoDecoder: 'photo decoder',
    redis: 'redis',
    sms: (name: string) => `sms ${name}`,
    textLength: 'length of texts',
    push: 'push web-push',
    mail: 'mail server',
    links: 'links',
    apps: 'apps',
    company: 'company',
    metrics: 'metrics',
    invoices: 'receipts',
  },
  findings: {
    numbersGoOn: 'numbers go on without gaps',
    numbersUnknown: (backup: string) =>
      `receipts of real money wait: the backup of ${backup} was restored, and numbers may have been given since`,
    /** Untranslated words of a system, an outside service or a settings file. */
    quoted: (words: string) => words,
    version: (version: string) => version,
    noAnswerWithin: (seconds: number) => `there was no answer within ${seconds} s`,
    doesNotAnswer: 'does not answer',
    notChosen: 'is not chosen',
    settingsFine: 'every setting is understood',
    settingsFineWith: (file: string) => `every setting is understood, with those of ${file}`,
    fileUnreadable: (file: string, error: string) => `${file} is ignored: it cannot be read (${error})`,
    unknownSetting: (file: string, name: string) =>
      `${file}: ${name} is not a setting of Dray and has no effect`,
    openSecrets: (file: string, names: string[]) =>
      `${file} holds ${names.join(', ')} and every user can read it: chmod o-r ${file}`,
    littleSpace: (mebibytes: number) => `${mebibytes} MiB free`,
    writable: (mebibytes: number) => `writable, ${mebibytes} MiB free`,
    server: (version: string, encoding: string) => `PostgreSQL ${version}, ${encoding}`,
    standby: (version: string) => `PostgreSQL ${version} is a standby, which refuses every write`,
    asynchronousStandby: (version: string) =>
      `PostgreSQL ${version} with asynchronous standbys only: a failover can lose the last acknowledged drafts`,
    connections: (wanted: number, available: number) =>
      `the nodes open at most ${wanted} of ${available} connections`,
    tooManyConnections: (wanted: number, available: number) =>
      `the nodes may open ${wanted} connections, and PostgreSQL allows ${available}`,
    pooledConnections: (pooler: string, mode: string, open: number, available: number, direct: number) =>
      `${pooler} by ${mode}; ${open} of the ${available} connections of PostgreSQL are open now, and past the pooler the nodes open at most ${direct}`,
    pooledUnprepared: (pooler: string) => `${pooler} does not keep prepared statements between transactions`,
    pooledWithoutDirect: (pooler: string) =>
      `${pooler} by transaction: live events arrive after 3 s, and migrations and backups have its time limits`,
    settingsLeaked: (pooler: string, names: string[]) =>
      `connections of ${pooler} keep settings of other clients: ${names.join(', ')}`,
    newerSchema: (migrations: string[]) => `changed by a newer Dray (${migrations.join(', ')})`,
    olderSchema: (migrations: string[]) =>
      `${migrations.length} migrations to run (${migrations.join(', ')})`,
    schemaOfNewer: (version: string) => `of Dray ${version}, on which this version may run`,
    noRights: 'the role of the service has no rights on it yet',
    schemaFine: 'up to date',
    clockAhead: (seconds: string) => `the database is ${seconds} s ahead`,
    clockBehind: (seconds: string) => `the database is ${seconds} s behind`,
    noServerYet: 'no server has run yet',
    noNodeRuns: 'no node runs now; these settings agree with the record',
    noTasks: 'no node runs the background tasks: no text is sent and no money moves',
    nodesAgree: (count: number) =>
      `${count === 1 ? '1 node runs and agrees' : `${count} nodes run and agree`} with these settings`,
    nodeDiffers: (role: string, host: string, setting: string, value: string | null) =>
      `a node (${role} on ${host}) still runs with ${setting} ${value || 'not set'}`,
    settingDiffers: (name: string, here: string, recorded: string) =>
      `${name} is ${here || 'not set'} here, but this installation runs with ${recorded || 'not set'}.`,
    wouldEndKeys: (name: string, here: string, recorded: string, keys: number) =>
      `${name} is ${here || 'not set'} here, but this installation runs with ${recorded || 'not set'}. No server starts with it, as it would end every key (${keys} in use)`,
    noSecretKeyYet: (file: string) => `none yet; the first start makes ${file}`,
    secretKeyUnrecorded: (from: string) => `from ${from}; the first start records its fingerprint`,
    secretKeyFits: (from: string, fingerprint: string) =>
      `from ${from}, fits the installation (${fingerprint})`,
    secretKeyAbsent: (file: string) =>
      `The secret key of this installation is not here: SECRET_KEY is not set, and there is no ${file}.`,
    secretKeyOther: (from: string, fingerprint: string, recorded: string) =>
      `${from} is another secret key (fingerprint ${fingerprint}) than this installation runs with (${recorded}).`,
    secretKeyOpen: (file: string) => `${file} is open to every user`,
    auditUnprotected: 'the service connects as a role that could change or empty the audit log',
    auditFine: (links: number, heads: number) =>
      `the last ${links} events and ${heads} written heads agree with its chain`,
    auditChanged: (id: number, at: number | null) => `event ${id} was changed, or the chain at ${at}`,
    auditEventCut: (id: number, at: number | null) => `event ${id} is gone (place ${at} of the chain)`,
    auditLinkCut: (id: number, at: number | null) =>
      `links before event ${id} (place ${at}) are gone from the chain`,
    auditUnlinked: (id: number) => `event ${id} was written past the chain`,
    auditEndCut: (at: number) => `the log ended at place ${at} or later, and now ends before it`,
    auditOtherChain: (at: number) => `place ${at} has another hash than was written down`,
    auditFutureRestore: (at: number) =>
      `the restore at place ${at} has an instant that is still to come: it is forged, or a clock was wrong`,
    auditRestored: (id: number, at: string, heads: number) =>
      `the restore at ${at} (event ${id}) cut the chain: heads from before it that are left out: ${heads}`,
    foundMadrid: (precision: string) => `found Madrid (${geocoded[precision] ?? precision})`,
    madridElsewhere: 'puts Madrid elsewhere',
    madridUnknown: (outcome: string) => `does not know Madrid (${geocoded[outcome] ?? outcome})`,
    finerThanTowns: 'finer than towns',
    townsOnly: (country: string) => `towns only; before real customers pay, ${finerAddresses(country)}`,
    liveByTowns: 'live keys are priced between town centres: every trip inside a town costs the same',
    noRoad: 'knows no road from Madrid to Zaragoza',
    routed: (kilometres: number, minutes: number) => `Madrid to Zaragoza ${kilometres} km, ${minutes} min`,
    refusesCalls: 'does not take our calls',
    testCards: 'no real money moves: cards are test cards',
    noRealMoney: 'no real money moves',
    realMoney: 'answers; real money moves',
    noEvents: 'answers, and real money moves, but it posts no news here',
    eventsComplete: (url: string) => `every event Dray handles is posted to ${url}`,
    endpointMissing: (url: string) => `there is no webhook endpoint ${url}`,
    endpointDisabled: (url: string) => `the webhook endpoint ${url} is disabled`,
    endpointLacks: (url: string, events: string[]) =>
      `the webhook endpoint ${url} does not send ${events.join(', ')}`,
    endpointsUnreadable: (reason: string) => `the webhook endpoints cannot be read (${reason})`,
    leftBehind: (count: number) => `open payments: ${count}, but it is not connected`,
    otherBytes: 'gave back other bytes',
    notRemoved: 'still has what was removed',
    storageFine: 'stores, reads and removes',
    folderShared: (nodes: number) => `all ${nodes} nodes store photos in this folder`,
    otherFolder: (hosts: string) => `these nodes store photos in another folder: ${hosts}`,
    photosElsewhere: (other: string) => `stores, reads and removes, but photos are still on ${other}`,
    confined: (width: number, height: number) =>
      `decoded ${width} x ${height}; without network, without sight of the data`,
    seesData: (width: number, height: number) =>
      `decoded ${width} x ${height}; without network, but in sight of the data (this system allows no more)`,
    unconfined: (width: number, height: number) =>
      `decoded ${width} x ${height}; with network and in sight of the data (this system allows no more)`,
    mailFine: (from: string) => `answers and lets us in; mails come from ${from}`,
    redisAnswers: (words: string) => `answers ${words}`,
    textsStay: 'texts stay here: npm run dray -- sms list',
    textsReachNobody: 'texts stay here and reach nobody',
    anyCountry: 'any country may be texted, the dearest too',
    nameNotRegistered: (name: string) =>
      `texts to Spain come from ${name}, and SMS_SENDERS_REGISTERED does not say that this name is in the register of the CNMC: networks in Spain block names that are not`,
    smsFine: (countries: string[]) => `set up (no text is sent to try it), for ${countries.join(', ')}`,
    segments: (count: number) =>
      `a usual text with the link of a draft has ${count} segments: the provider charges ${count} SMS for it`,
    accentsCost: (now: number, plain: number) =>
      `a usual text with an accent has ${now} segments, which the provider charges as ${now} SMS; without accents it would have ${plain}`,
    noContact: 'no contact address',
    pushesRefused: (services: string) => `${services} has refused every push of the last day`,
    keysSign: (contact: string) => `the keys sign, for ${contact}`,
    link: (url: string) => url,
    linkHereOnly: (url: string) => `${url}, on this machine only`,
    linkOpensNowhere: (url: string) => `${url} opens on no phone`,
    linkNotEncrypted: (url: string) => `${url} is not encrypted`,
    appsFine: 'links open the apps, or lead to the stores',
    noApps: 'none set up: links open the web page',
    someAppsMissing: 'links open the web page where no app is set up',
    companyUnknown: (names: string[]) =>
      `people pay with real money and are not told who runs this, or under which terms: ${names.join(', ')} missing`,
    companyUnsaid: (names: string[]) => `no real money moves; before it does, set ${names.join(', ')}`,
    taxWithoutNumber: 'receipts name a value added tax, and no tax number of the company',
    companyKnown: 'pages and receipts say who runs this, and under which terms',
    metricsByToken: 'readable with METRICS_TOKEN',
    metricsFromHere:
      'readable from this machine only, and by whatever a proxy on it forwards without saying so',
    metricsInDevelopment: 'open, as NODE_ENV is not production',
    metricsOpen: 'open to everybody, as NODE_ENV is not production',
  },
  remedies: {
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
    movePhotos: (to: string) =>
      `Move them beside the running servers: npm run dray -- photos move --to ${to}`,
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
  },
}

const finerAddresses = (country: string): string =>
  `run: npm run dray -- geo setup ${country} (postcodes), or set GEOCODER=photon,embedded (streets)`

/** How precisely Madrid was located, or the error. */
const geocoded: Record<string, string> = {
  house: 'exact number',
  street: 'street',
  postcode: 'postcode',
  locality: 'town',
  not_found: 'no result',
  ambiguous: 'more than one place',
  conflict: 'parts that contradict each other',
}
