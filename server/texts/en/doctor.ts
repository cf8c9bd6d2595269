import { finerAddresses, remedies } from './doctor-remedies.ts'

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
    cardFields: (name: string) => `payments ${name} card fields`,
    router: (name: string) => `router ${name}`,
    photoStorage: (name: string) => `photo storage ${name}`,
    sharedFolder: 'shared folder of photos',
    photoDecoder: 'photo decoder',
    redis: 'redis',
    sms: (name: string) => `sms ${name}`,
    calls: 'calls',
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
    noCardFields: (setting: string) =>
      `${setting} is not set: customers leave the app for a page of the processor to type a card, and have no Apple Pay or Google Pay in the sheet`,
    idleSetting: (setting: string, needed: string) => `${setting} is set, and does nothing without ${needed}`,
    feeWithoutTerms:
      'WASTED_TRIP_FEES charges customers a fee, and LEGAL_TERMS names no terms in which they have agreed to it',
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
    callsDirect: "customer and carrier see each other's number",
    callsMasked: (name: string) => `calls go over ${name}, which hides both numbers`,
    callsReachNobody: 'calls go over numbers that ring nowhere',
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
  remedies,
}

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
