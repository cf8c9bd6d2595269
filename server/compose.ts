import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { openApi } from '#contract/openapi.ts'
import type { Config } from './config.ts'
import { connectPayments, connectWebhook } from './connect-payments.ts'
import {
  connectGeocoder,
  connectLimiter,
  connectPhotos,
  connectRouter,
  connectSms,
} from './connect-providers.ts'
import { connectSignIn } from './connect-sign-in.ts'
import { createHealth } from './database-health.ts'
import { closeDatabase, type Database, openDatabase } from './db/database.ts'
import { buildApp } from './http/app.ts'
import { fieldFormats } from './http/field-formats.ts'
import { createDraftWriter } from './jobs/draft-writer.ts'
import { createNearest } from './jobs/feed/nearest.ts'
import type { LinkSettings } from './jobs/links.ts'
import { createLiveHub } from './jobs/live/hub.ts'
import { jobMoney } from './jobs/money/job-money.ts'
import { settleJobMoney } from './jobs/money/settle.ts'
import { createJobReader } from './jobs/read-job.ts'
import { countWaiting } from './jobs/store.ts'
import { createDraftTexter } from './jobs/text-customer.ts'
import { createLastUsed, type LastUsed } from './keys/last-used.ts'
import { createKeyVerifier } from './keys/verify.ts'
import { drayVersion } from './lib/version.ts'
import { createMetrics, gaugeDatabase, gaugeLimiter, type Metrics, meteredLimiter } from './metrics.ts'
import type { EffectNeeds } from './payments/run-effect.ts'
import { createTariffs } from './pricing/current.ts'
import type { SmsNeeds } from './sms/send.ts'
import { startTasks, type Tasks } from './tasks/index.ts'

/** Everything that runs, connected. The only place where providers are chosen. */
export type Dray = {
  app: FastifyInstance
  database: Database
  startTasks: () => Tasks
  /** For commands and tests that move money themselves. */
  payments: EffectNeeds
  lastUsed: LastUsed
  /** Readiness goes at once, so that balancers send nothing new while calls are finished. */
  announceStop: () => void
  /** Calls that still wait for photos are refused, while they can yet be told so. */
  abandonWaits: () => void
  close: () => Promise<void>
}

export type Surroundings = {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  /** Shows a developer what went to the outbox; null in production. */
  showOutbox: ((sms: { to: string; body: string }) => void) | null
}

export async function compose(config: Config, { connection, log, showOutbox }: Surroundings): Promise<Dray> {
  const metrics = createMetrics()
  const database = openDatabase({
    connection,
    maxConnections: 20,
    onError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  const { pool, kysely } = database
  const limiter = await connectLimiter(config, log)
  const sms = connectTexts(config, { database, metrics, log })
  const photos = connectPhotos(config, { database, metrics })
  const payments = await connectPayments(config, { database, metrics, log, settle: settleJobMoney })
  const lastUsed = createLastUsed(pool)
  const links = { baseUrl: config.baseUrl, appLinkHost: config.appLinkHost, appScheme: config.appScheme }
  const lifetimeSeconds = config.draftLifetimeSeconds
  const health = createHealth(connection)
  const events = connectLive(connection, { pool, log })
  const waits = new AbortController()
  gaugeLimiter(metrics, limiter)
  gaugeDatabase(metrics, () => countWaiting(pool))
  const app = await buildApp({
    log,
    pool,
    links,
    lifetimeSeconds,
    limiter: meteredLimiter(limiter, metrics),
    addressLimit: config.rateLimitPerMinute,
    signIn: connectSignIn(config, { sms, metrics, log, showOutbox }),
    verifyKey: createKeyVerifier({ pool }, { service: config.serviceName }),
    lastUsed,
    geocoder: await connectGeocoder(config, { database, metrics, log }),
    router: connectRouter(config, { metrics, log }),
    tariffs: createTariffs({ kysely }, { maxAgeMs: 2_000 }),
    ...bounds(config),
    photos,
    photoReading: { pool, storage: photos.storage },
    texter: connectTexter(config, { sms, links, showOutbox }),
    readJob: createJobReader({ pool }),
    nearest: createNearest(pool),
    ...events,
    money: jobMoney,
    ...payments,
    webhookOf: connectWebhook(config),
    writeDraft: createDraftWriter({ pool }),
    stopSignal: waits.signal,
    formats: fieldFormats(config),
    openApi: openApi(config.baseUrl, drayVersion()),
    registry: metrics.registry,
    requestSeconds: metrics.requestSeconds,
    metricsToken: config.metricsToken,
    pingDatabase: health.ping,
    isStopping: health.isStopping,
    trustProxy: config.trustProxy,
    appLinks: config.appLinks,
    mapStyleUrl: config.mapStyleUrl,
    stores: config.stores,
  })
  return {
    app,
    database,
    lastUsed,
    payments,
    startTasks: () =>
      startTasks({
        ...sms,
        ...payments,
        pool,
        ...pushSettings(config),
        photoCollection: { pool, storage: photos.storage },
        onTaskError: taskErrorNote(metrics, log),
      }),
    announceStop: health.announceStop,
    abandonWaits: () => waits.abort(),
    async close() {
      await lastUsed.flush().catch(() => {})
      await Promise.all([photos.decoder.stop(), limiter.stop(), events.live.stop()])
      await closeDatabase(database)
    },
  }
}

/** What nobody goes beyond, as the operator sets it. */
const bounds = ({ maxDistanceKm, carrierOpenJobs: mostOpenJobs }: Config) => ({ maxDistanceKm, mostOpenJobs })

type Connected = { database: Database; metrics: Metrics; log: FastifyBaseLogger }

const connectTexts = (config: Config, { database, metrics, log }: Connected): SmsNeeds => ({
  kysely: database.kysely,
  smsProvider: connectSms(config, metrics),
  onSmsError: (err) => log.warn({ err }, 'an SMS was not accepted'),
})

const pushSettings = ({ pushContact, pushEndpointsAllowed }: Config) => ({
  pushContact,
  pushEndpointsAllowed,
})

function connectLive(connection: pg.ClientConfig, { pool, log }: { pool: pg.Pool; log: FastifyBaseLogger }) {
  const onLiveError = (err: unknown) => log.warn({ err }, 'live events are in trouble')
  return { live: createLiveHub({ pool, connection, onLiveError }), onLiveError }
}

type Texting = { sms: SmsNeeds; links: LinkSettings } & Pick<Surroundings, 'showOutbox'>

const connectTexter = (
  { smsCaps, draftLifetimeSeconds: lifetimeSeconds }: Config,
  { sms, links, showOutbox }: Texting,
) => createDraftTexter({ ...sms, smsCaps, links, lifetimeSeconds, onOutbox: showOutbox ?? (() => {}) })

const taskErrorNote =
  ({ taskErrors }: Metrics, log: FastifyBaseLogger) =>
  (task: string, err: unknown): void => {
    taskErrors.labels(task).inc()
    log.error({ err, task }, 'a background task failed')
  }
