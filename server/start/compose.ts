import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type Activity, createActivity } from '../activity/activity.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Contradiction } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import { buildApp, buildWorkerApp } from '../http/app.ts'
import { createLiveCalls } from '../http/limits/live-calls.ts'
import { countDoubts } from '../jobs/doubts/read-doubts.ts'
import { createLiveHub } from '../jobs/live/hub.ts'
import { onDisputed } from '../jobs/money/disputes.ts'
import { settleJobMoney } from '../jobs/money/settle.ts'
import { createLastUsed, type LastUsed } from '../keys/last-used.ts'
import { createBackground } from '../lib/background.ts'
import { startTasks, type TaskNeeds, type Tasks } from '../tasks/index.ts'
import { appNeeds, bounds, metricsAccess, probes } from './app-needs.ts'
import { findCoarsePricing } from './coarse-pricing.ts'
import { connectPayments, type Payments } from './connect-payments.ts'
import { closePools, connectPools } from './connect-pools.ts'
import { connectLimiter, connectPhotos } from './connect-providers.ts'
import { codeText } from './connect-sign-in.ts'
import { connectTexts, noticeNeeds, type ShowOutbox } from './connect-texts.ts'
import { createHealth } from './database-health.ts'
import type { Doctor } from './doctor.ts'
import {
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

export type Parts = Awaited<ReturnType<typeof connectParts>>

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

/** How jobs react to changes of their payments. */
const jobHooks = { settle: settleJobMoney, onDisputed }

function gaugeRows(metrics: Metrics, { pool, kysely }: Database, { geocoders }: Config): void {
  gaugeDatabase(metrics, () => countWaiting(pool))
  gaugeDoubts(metrics, () => countDoubts(kysely))
  gaugeCoarsePricing(metrics, () => findCoarsePricing(pool, geocoders))
}

function gaugeNode(
  metrics: Metrics,
  { limiter, contradictions }: { limiter: Limiter; contradictions: () => Contradiction[] },
): void {
  gaugeLimiter(metrics, limiter)
  gaugeContradictions(metrics, () => contradictionFigures(contradictions()))
}

const connectActivity = (
  { pool }: Pick<Database, 'pool'>,
  { providerCalls, activityDropped }: Metrics,
): Activity =>
  createActivity({
    pool,
    providerCalls,
    onDropped: (what, many) => activityDropped.labels(what).inc(many),
  })

/** The event streams of the app, which listen on a connection of their hub. */
function connectLive(connection: pg.ClientConfig, { pool, log }: { pool: pg.Pool; log: FastifyBaseLogger }) {
  const onLiveError = (err: unknown) => log.warn({ err }, 'live events are in trouble')
  return { live: createLiveHub({ pool, connection, onLiveError }), onLiveError }
}
