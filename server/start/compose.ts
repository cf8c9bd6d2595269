import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { openApi } from '#contract/openapi.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Activity } from '../activity/activity.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Contradiction } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import { buildApp, buildWorkerApp } from '../http/app.ts'
import { createLiveCalls } from '../http/limits/live-calls.ts'
import type { MetricsAccess } from '../http/observability/metrics.ts'
import { fieldChecks, testKeyChecks } from '../http/schema/field-checks.ts'
import { countDoubts } from '../jobs/doubts/read-doubts.ts'
import { createDraftWriter } from '../jobs/drafts/draft-writer.ts'
import type { QuoteNeeds } from '../jobs/drafts/quote.ts'
import { createNearest } from '../jobs/feed/nearest.ts'
import { onDisputed } from '../jobs/money/disputes.ts'
import { settleJobMoney } from '../jobs/money/settle.ts'
import { createJobReader } from '../jobs/queries/read-job.ts'
import { createLastUsed, type LastUsed } from '../keys/last-used.ts'
import { createKeyVerifier } from '../keys/verify.ts'
import { type Background, createBackground } from '../lib/background.ts'
import { lazy } from '../lib/lazy.ts'
import { drayVersion } from '../lib/version.ts'
import { createTariffs } from '../pricing/current.ts'
import type { SmsNeeds } from '../sms/send.ts'
import { startTasks, type TaskNeeds, type Tasks } from '../tasks/index.ts'
import { asksOtherHosts, bounds, linksOf, pageSettings, sellerOf } from './app-settings.ts'
import { findCoarsePricing } from './coarse-pricing.ts'
import { connectActivity } from './connect-activity.ts'
import { connectHealth } from './connect-health.ts'
import { connectLive } from './connect-live.ts'
import { connectPayments, connectWebhook, type Payments } from './connect-payments.ts'
import { closePools, connectPools } from './connect-pools.ts'
import {
  connectDelivery,
  connectGeocoder,
  connectLimiter,
  connectPhotos,
  connectRouter,
} from './connect-providers.ts'
import { codeText, connectMembers, connectSignIn } from './connect-sign-in.ts'
import { connectTexter, connectTexts, noticeNeeds, type ShowOutbox } from './connect-texts.ts'
import { createHealth } from './database-health.ts'
import type { Doctor } from './doctor.ts'
import { meteredLimiter } from './metered-providers.ts'
import {
  countRefusedConnections,
  countWaiting,
  gaugeCoarsePricing,
  gaugeContradictions,
  gaugeDatabase,
  gaugeDoubts,
  gaugeLimiter,
} from './metric-gauges.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { taskNotes, taskSettings } from './task-needs.ts'
import { contradictionFigures } from './watch-settings.ts'

/** All parts of a running Dray, connected. This is the only place where providers are chosen. */
export type Dray = {
  app: FastifyInstance
  database: Database
  startTasks: (pauseFactor?: number) => Tasks
  /** Serves only health and metrics, for a process that serves no API. */
  workerApp: () => FastifyInstance
  /** For commands and tests that move money directly. */
  payments: Payments
  lastUsed: LastUsed
  activity: Activity
  /** Turns readiness off at once, so that load balancers send no new requests while running requests finish. */
  announceStop: () => void
  /** Rejects requests that still wait for photos, while a response can still be sent. */
  abandonWaits: () => void
  close: () => Promise<void>
}

export type Runtime = {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  /** The key that codes are hashed and sealed with (`secret-key.ts`). */
  secretKey: Buffer
  /** As they were read, to show them. The settings file is hidden from photo decoders, like the data folder. */
  settings: Settings
  doctor: Doctor
  showOutbox: ShowOutbox
  /** The settings that differ from the recorded ones; none in a process that records no settings. */
  contradictions?: () => Contradiction[]
  /** The folder of the web app, if not that of `npm run build`. */
  webDist?: string
}

export async function compose(config: Config, runtime: Runtime): Promise<Dray> {
  const { log, showOutbox } = runtime
  const parts = await connectParts(config, runtime)
  const { metrics, database, sms, photos, payments, lastUsed, activity, health, limiter, events } = parts
  const waits = new AbortController()
  const app = await buildApp(await appNeeds(config, runtime, { ...parts, stopSignal: waits.signal }))
  const tasks: TaskNeeds = {
    ...sms,
    ...payments,
    pool: database.pool,
    slowReads: parts.slowReads.kysely,
    worlds: parts.worlds,
    ...noticeNeeds(config, showOutbox),
    photoCollection: { pool: database.pool, storage: photos.storage },
    ...taskSettings(config, metrics),
    ...bounds(config),
    baseUrl: config.baseUrl,
    codeText: codeText(config),
    ...taskNotes({ metrics, log, pool: database.pool }),
  }
  return {
    app,
    database,
    lastUsed,
    activity,
    payments,
    startTasks: (pauseFactor) => startTasks(tasks, pauseFactor),
    workerApp: () => buildWorkerApp({ log, ...metricsAccess(config, metrics), ...probes(health) }),
    announceStop: health.announceStop,
    abandonWaits: () => waits.abort(),
    async close() {
      await parts.background.stop()
      await Promise.allSettled([lastUsed.flush(), activity.flush()])
      await Promise.all([photos.decoder.stop(), limiter.stop(), events.live.stop()])
      await closePools(parts)
    },
  }
}

type Parts = Awaited<ReturnType<typeof connectParts>>

/** The parts that the app, the tasks and the stop share. */
async function connectParts(config: Config, runtime: Runtime) {
  const { connection, log, secretKey, settings, contradictions = () => [] } = runtime
  const metrics = createMetrics()
  const liveCalls = createLiveCalls()
  const pools = connectPools(connection, log, { isLiveBusy: liveCalls.isBusy })
  const { database } = pools
  const limiter = await connectLimiter(config, log)
  const parts = {
    metrics,
    ...pools,
    liveCalls,
    limiter,
    sms: connectTexts(config, { database, secretKey, metrics, log }),
    photos: connectPhotos(config, { database, metrics, log, settingsFile: settings.file }),
    payments: await connectPayments(config, { database, metrics, log, ...jobHooks }),
    lastUsed: createLastUsed(database.pool),
    activity: connectActivity(database, metrics),
    health: createHealth(connection),
    background: createBackground((err) => log.warn({ err }, 'work in the background failed')),
    events: connectLive(connection, { pool: database.pool, log }),
  }
  gaugeNode(metrics, { limiter, contradictions })
  gaugeRows(metrics, database, config)
  return parts
}

async function appNeeds(
  config: Config,
  runtime: Runtime,
  { metrics, database, hot, sms, photos, stopSignal, ...parts }: Parts & { stopSignal: AbortSignal },
) {
  const { log, secretKey, showOutbox, webDist } = runtime
  const { pool, kysely } = database
  const links = linksOf(config)
  return {
    log,
    pool,
    worlds: parts.worlds,
    liveCalls: parts.liveCalls,
    links,
    lifetimeSeconds: config.draftLifetimeSeconds,
    seller: sellerOf(config),
    limiter: meteredLimiter(parts.limiter, metrics),
    addressLimit: config.rateLimitPerMinute,
    service: config.serviceName,
    signIn: connectSignIn(config, { sms, secretKey, metrics, log, showOutbox }),
    members: connectMembers(config, { kysely, secretKey, metrics, log }),
    ...connectHealth(config, examinedBy(runtime, { config, database, sms, background: parts.background })),
    verifyKey: createKeyVerifier({ pool: hot.pool }, { service: config.serviceName }),
    lastUsed: parts.lastUsed,
    noteRequest: parts.activity.noteRequest,
    recordedUntil: parts.activity.recordedUntil,
    noteOpened: parts.activity.noteOpened,
    geocoder: await connectGeocoder(config, { database, metrics, log }),
    router: connectRouter(config, { metrics, log }),
    ...pricing(kysely, metrics),
    ...bounds(config),
    photos,
    photoReading: { pool, storage: photos.storage },
    ...sms,
    ...noticeNeeds(config, showOutbox),
    texter: connectTexter(config, { sms, links, showOutbox }),
    codeText: codeText(config),
    readJob: createJobReader(hot),
    nearest: createNearest(pool),
    ...parts.events,
    ...parts.payments,
    ...webhooks(config, metrics),
    writeDraft: createDraftWriter(hot),
    asksOtherHosts: asksOtherHosts(config),
    stopSignal,
    checks: fieldChecks(config),
    testKeyChecks: testKeyChecks(config),
    openApi: lazy(() => openApi(config.baseUrl, drayVersion(), config.supportContact)),
    requestSeconds: metrics.requestSeconds,
    ...metricsAccess(config, metrics),
    ...probes(parts.health),
    ...connecting(config, metrics),
    ...pageSettings(config),
    ...(webDist && { webDist }),
  }
}

const examinedBy = (
  { settings, doctor, contradictions = () => [] }: Runtime,
  running: { config: Config; database: Database; sms: SmsNeeds; background: Background },
) => ({ ...running, settings, doctor, contradictions })

/** How jobs react to changes of their payments. */
const jobHooks = { settle: settleJobMoney, onDisputed }

/** The webhooks of outside services. */
const webhooks = (config: Config, { sms }: Metrics) => ({
  processorWebhook: connectWebhook(config),
  smsProviderName: config.smsProvider.name,
  deliveryOf: connectDelivery(config),
  onDelivery(delivery: string) {
    sms.labels(config.smsProvider.name, delivery).inc()
  },
})

function gaugeRows(metrics: Metrics, { pool, kysely }: Database, { geocoders }: Config): void {
  gaugeDatabase(metrics, () => countWaiting(pool))
  gaugeDoubts(metrics, () => countDoubts(kysely))
  gaugeCoarsePricing(metrics, () => findCoarsePricing(pool, geocoders))
}

const pricing = (
  kysely: Database['kysely'],
  { quotes }: Metrics,
): Pick<QuoteNeeds, 'tariffs' | 'onQuoted'> => ({
  tariffs: createTariffs({ kysely }, { maxAgeMs: 2_000 }),
  onQuoted: (precision) => quotes.labels(precision).inc(),
})

/** The trusted proxies and the limit of concurrent connections. */
const connecting = ({ trustProxy, connectionsPerAddress }: Config, metrics: Metrics) => ({
  trustProxy,
  connectionsPerAddress,
  onConnectionRefused: countRefusedConnections(metrics),
})

const metricsAccess = ({ metricsToken, development }: Config, { registry }: Metrics): MetricsAccess => ({
  registry,
  metricsToken,
  metricsOpenTo: development ? 'anyone' : 'this-machine',
})

const probes = ({ ping: pingDatabase, isStopping }: ReturnType<typeof createHealth>) => ({
  pingDatabase,
  isStopping,
})

function gaugeNode(
  metrics: Metrics,
  { limiter, contradictions }: { limiter: Limiter; contradictions: () => Contradiction[] },
): void {
  gaugeLimiter(metrics, limiter)
  gaugeContradictions(metrics, () => contradictionFigures(contradictions()))
}
