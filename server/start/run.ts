import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { partnerOperations } from '#contract/partner.ts'
import { missingForRealMoney } from '../config/company-missing.ts'
import type { Settings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { closeDatabase, openDatabase } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { prepareSchema } from '../db/prepare-schema.ts'
import { readSchemaState } from '../db/schema-state.ts'
import { canChangeAudit } from '../db/service-role.ts'
import type { Tables } from '../db/tables.ts'
import type { Env } from '../lib/env.ts'
import { every } from '../lib/every.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'
import { outboxNotice } from '../sms/notice.ts'
import { texts } from '../texts/index.ts'
import { banner } from './banner.ts'
import { checkPooling } from './check-pooling.ts'
import { type CoarsePricing, findCoarsePricing } from './coarse-pricing.ts'
import type { Dray } from './compose.ts'
import { connectDatabase, type DataHome } from './connect-database.ts'
import type { Doctor } from './connect-health.ts'
import { ownerLink, type Welcome, welcome } from './first-start.ts'
import { settleSecretKey } from './secret-key.ts'
import { createSettingsWatch, recordSettings, settleSettings } from './settings.ts'
import { drain, noticeMs, type StopRequest, type StopSignals, stopSignals } from './stop.ts'

/** `start` runs both other roles in one process. With several machines, each runs `serve` or `work`. */
export type Role = 'start' | 'serve' | 'work'

export type Running = {
  log: Logger
  onStarted: () => void
  /** The checks that the panel runs, from the floor above. */
  doctor: Doctor
  /**
   * Set by `npm run dev`, which serves its own page of the web app, prints its own banner and creates its own partner.
   */
  development?: { webDist: string }
}

/**
 * Runs until a signal, or throws if the start fails. In both cases everything opened is closed, and then the process
 * exits, regardless of pending work.
 */
export async function run(role: Role, settings: Settings, running: Running): Promise<void> {
  const signals = stopSignals(running.log)
  try {
    const { code } = await runUntilStopped(role, { settings, ...running, signals })
    process.exitCode = code
  } finally {
    setTimeout(() => process.exit(), 250).unref()
  }
}

type Runtime = Running & { settings: Settings; signals: StopSignals }

/** Stops from the outside in: requests, tasks, connections, and finally the embedded PostgreSQL. */
async function runUntilStopped(role: Role, runtime: Runtime): Promise<StopRequest> {
  const { settings, log, signals, development, doctor } = runtime
  await using opened = new AsyncDisposableStack()
  // Load the code while PostgreSQL starts in its own process.
  const composing = import('./compose.ts')
  const home = await connectDatabase(readConfig(settings.env), 'server', (event, fields) =>
    log[levelOf(event)](fields ?? {}, event),
  )
  opened.defer(home.stop)
  home.onExit((reason) => signals.give({ reason, code: 1 }))
  if (signals.given()) return signals.first
  // An aborted start skips one-time output, such as keys, but still shows values that it has already created.
  const greets = () => role !== 'work' && !development && !signals.given()
  const start = { role, env: settings.env, log, greets }
  const { config, secretKey, greeted } = await whenDatabaseAnswers(() => prepare(home, start), log)
  const { compose } = await composing
  if (signals.given() && !greeted) return signals.first
  const showOutbox = config.development
    ? (sms: { to: string; body: string }) => console.log(outboxNotice(sms, config.baseUrl))
    : null
  const watch = createSettingsWatch(config, { role, secretKey, log })
  const { contradictions } = watch
  const { connection, directConnection } = home
  const given = { ...development, connection, directConnection, log, secretKey, showOutbox, contradictions }
  const dray = await compose(config, { ...given, settings, doctor })
  opened.defer(dray.close)
  if (signals.given() && !greeted) return signals.first
  if (role !== 'serve') opened.defer(dray.startTasks().stop)
  noteUses(opened, { dray, log })
  // An error of this check must not fail the start.
  const coarse = await findCoarsePricing(dray.database.pool, config.geocoders).catch(() => null)
  const working = role === 'work' ? await startWorker(opened, { dray, config }) : null
  if (working === null) await listen(dray.app, config, 'PORT or HOST')
  await whenDatabaseAnswers(() => recordSettings(dray.database.kysely, config, start), log)
  // Before the record, the watch would report this node's changed settings as old.
  opened.defer(watch.start(dray.database.kysely).stop)
  // Shown once and not stored, so it is created only by a successful start that shows it.
  const makeLink = () => ownerLink(dray.database.kysely, config.baseUrl)
  const owner = greets() ? await whenDatabaseAnswers(makeLink, log) : null
  if (!development) console.log(working ?? shown(home, config, { welcome: greeted, owner, coarse }))
  if (coarse?.hasLiveKey)
    log.warn(
      { remedy: texts.en.doctor.remedies.finerAddresses(coarse.country) },
      'live keys are priced by town centres',
    )
  const missing = missingForRealMoney(config)
  if (missing.length > 0)
    log.warn({ missing }, 'real money moves, and people are not told who runs this service')
  runtime.onStarted()
  if (working === null) await compilePartnerSchemas()
  const request = await signals.first
  dray.announceStop()
  // Load balancers need time to notice that readiness is off; a developer's Ctrl-C does not.
  if (request.reason === 'SIGTERM' && !config.development) await sleep(noticeMs)
  // Requests that still wait for photos by then get a response before the connections are closed.
  const patience = setTimeout(dray.abandonWaits, 6_000)
  await drain(dray.app, { deadlineMs: 8_000 })
  clearTimeout(patience)
  return request
}

/**
 * Compiled at the start to avoid a slow first request of a partner. All other schemas compile at their first request.
 */
async function compilePartnerSchemas(): Promise<void> {
  const { compileOperations } = await import('../http/schema/compile-schema.ts')
  compileOperations(partnerOperations)
}

type Found = { welcome: Welcome | null; owner: string | null; coarse: CoarsePricing | null }

const shown = ({ dataDir }: DataHome, config: Config, found: Found): string =>
  banner({
    baseUrl: config.baseUrl,
    dataDir,
    missing: missingForRealMoney(config),
    isPlay: config.smsProviders[0]?.name === 'outbox' && config.paymentProcessor.name === 'sandbox',
    ...found,
  })

/** The banner reports that the database started; its other events are warnings. */
const levelOf = (event: string) => (event === 'postgres.started' ? 'debug' : 'warn')

/** Retries `work` for up to 30 s, because at boot Dray may start before its database. `work` must be repeatable. */
async function whenDatabaseAnswers<T>(work: () => Promise<T>, log: Logger): Promise<T> {
  let isTold = false
  for (const givingUpAt = Date.now() + 30_000; ; await sleep(500)) {
    try {
      return await work()
    } catch (err) {
      if (!isDatabaseUnavailable(err) || Date.now() > givingUpAt) throw err
      if (!isTold) log.warn({ reason: (err as Error).message }, 'waiting for the database')
      isTold = true
    }
  }
}

type Prepared = { config: Config; secretKey: Buffer; greeted: Welcome | null }

/** Uses a separate pool without a statement timeout, because a migration may take longer than any request. */
async function prepare(
  { connection, ownerConnection }: DataHome,
  start: { role: Role; env: Env; log: Logger; greets: () => boolean },
): Promise<Prepared> {
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} })
  try {
    await prepareSchema(database, { ownerConnection, migrates: readConfig(start.env).migrates })
    await noteNewerSchema(database.kysely, start.log)
    await ensureDefaultTariff(database)
    const config = await settleSettings(database.kysely, start)
    await checkPooling(connection, config.databaseDirectUrl !== null, start.log)
    if (await canChangeAudit(database.kysely))
      start.log.warn(
        { remedy: texts.en.doctor.remedies.separateOwner },
        texts.en.doctor.findings.auditUnprotected,
      )
    const secretKey = await settleSecretKey(database.kysely, config, start.log)
    // The test key is shown once and not stored, so it is created only by a start that shows it.
    if (!start.greets()) return { config, secretKey, greeted: null }
    const { serviceName: service, rateLimitPerMinute } = config
    const greeted = await welcome(database.kysely, { service, rateLimitPerMinute })
    return { config, secretKey, greeted }
  } finally {
    await closeDatabase(database)
  }
}

async function noteNewerSchema(kysely: Kysely<Tables>, log: Logger): Promise<void> {
  const { state, release } = await readSchemaState(kysely)
  if (state === 'newer')
    log.warn(
      { migratedBy: release?.newest },
      'the database was migrated by a newer version; this one may run on it',
    )
}

function noteUses(opened: AsyncDisposableStack, { dray, log }: { dray: Dray; log: Logger }): void {
  const write = () => dray.lastUsed.flush().catch((err) => log.warn({ err }, 'last use not written'))
  const timer = setInterval(() => void write(), 10_000)
  opened.defer(() => clearInterval(timer))
  // Log one line per outage, not one per second.
  let isKept = false
  const flush = () => dray.activity.flush().then(() => void (isKept = false))
  const flushing = every(1, flush, (err) => {
    if (!isKept) log.warn({ err }, 'activity not written yet')
    isKept = true
  })
  opened.defer(flushing.stop)
}

/** @returns the text for the console. */
async function startWorker(
  opened: AsyncDisposableStack,
  { dray, config: { workHost: host, workPort } }: { dray: Dray; config: Config },
): Promise<string> {
  const text = 'Dray works through its background tasks.'
  if (workPort === 'off') return text
  const app = dray.workerApp()
  opened.defer(() => app.close())
  const on = (port: number) => listen(app, { host, port }, 'WORK_PORT or WORK_HOST')
  // Several workers may run on one machine, and only one of them gets the default port.
  const url = await (workPort === undefined ? on(8081).catch(() => on(0)) : on(Number(workPort)))
  return `${text}\n  Health and metrics: ${url}`
}

const refusedAddress = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND'])

/** @throws OperatorError when the port is in use or the host is not an address of this machine. */
async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  settings: string,
): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: () => 'listening' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code || !refusedAddress.has(code)) throw error
    throw new OperatorError(`Dray cannot listen on ${host}:${port} (${code}): set ${settings} to others`)
  }
}
