import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { openApi } from '#contract/openapi.ts'
import type { Chosen, Config } from './config.ts'
import { closeDatabase, type Database, openDatabase } from './db/database.ts'
import { cached } from './geocoding/cache.ts'
import { chain as geocoderChain } from './geocoding/chain.ts'
import type { Geocoder } from './geocoding/geocoder.ts'
import { geocoderProviders } from './geocoding/providers/index.ts'
import { buildApp } from './http/app.ts'
import { fieldFormats } from './http/field-formats.ts'
import { createDraftWriter } from './jobs/draft-writer.ts'
import { createJobReader } from './jobs/read-job.ts'
import { countWaiting } from './jobs/store.ts'
import { createDraftTexter } from './jobs/text-customer.ts'
import { createLastUsed, type LastUsed } from './keys/last-used.ts'
import { createKeyVerifier } from './keys/verify.ts'
import {
  createMetrics,
  gaugeDatabase,
  gaugeLimiter,
  type Metrics,
  meteredGeocoder,
  meteredLimiter,
  meteredRouter,
  meteredSms,
} from './metrics.ts'
import { createPhotoDecoder, type PhotoDecoder } from './photos/decoder.ts'
import { discardPhotos } from './photos/discard.ts'
import { createPhotoIngest } from './photos/ingest.ts'
import { storageProviders } from './photos/storage/index.ts'
import type { PhotoStorage } from './photos/storage/storage.ts'
import { createTariffs } from './pricing/current.ts'
import type { Limiter } from './ratelimit/limiter.ts'
import { createMemoryLimiter } from './ratelimit/memory-limiter.ts'
import { chain as routerChain } from './routing/chain.ts'
import { routerProviders } from './routing/providers/index.ts'
import type { Router } from './routing/router.ts'
import { smsProviders } from './sms/providers/index.ts'
import type { SmsNeeds } from './sms/send.ts'
import { startTasks, type Tasks } from './tasks/index.ts'

/** Everything that runs, connected. The only place where providers are chosen. */
export type Dray = {
  app: FastifyInstance
  database: Database
  startTasks: () => Tasks
  lastUsed: LastUsed
  /** Readiness goes at once, so that balancers send nothing new while calls are finished. */
  announceStop: () => void
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
  const limiter = await connectLimiter(config, log, metrics)
  const sms: SmsNeeds = {
    kysely,
    smsProvider: meteredSms(connectSms(config.smsProvider), metrics),
    onSmsError: (err) => log.warn({ err }, 'an SMS was not accepted'),
  }
  const photos = connectPhotos(config, { database, metrics })
  const lastUsed = createLastUsed(pool)
  const links = { baseUrl: config.baseUrl, appLinkHost: config.appLinkHost, appScheme: config.appScheme }
  const lifetimeSeconds = config.draftLifetimeSeconds
  const health = healthOf(connection)
  gaugeLimiter(metrics, limiter)
  gaugeDatabase(metrics, () => countWaiting(pool))
  const app = await buildApp({
    log,
    pool,
    kysely,
    links,
    lifetimeSeconds,
    limiter: meteredLimiter(limiter, metrics),
    addressLimit: config.rateLimitPerMinute,
    verifyKey: createKeyVerifier({ pool }, { service: config.serviceName }),
    lastUsed,
    geocoder: await connectGeocoder(config, { database, metrics }),
    router: connectRouter(config, metrics),
    tariffs: createTariffs({ kysely }, { maxAgeMs: 2_000 }),
    maxDistanceKm: config.maxDistanceKm,
    photos,
    photoReading: { pool, storage: photos.storage },
    texter: createDraftTexter({
      ...sms,
      smsCaps: config.smsCaps,
      links,
      lifetimeSeconds,
      onOutbox: showOutbox ?? (() => {}),
    }),
    readJob: createJobReader({ pool }),
    writeDraft: createDraftWriter({ pool }),
    formats: fieldFormats(config),
    openApi: openApi(config.baseUrl, version()),
    registry: metrics.registry,
    requestSeconds: metrics.requestSeconds,
    metricsToken: config.metricsToken,
    pingDatabase: health.ping,
    isStopping: health.isStopping,
    trustProxy: config.trustProxy,
    appLinks: config.appLinks,
    stores: config.stores,
  })
  return {
    app,
    database,
    lastUsed,
    startTasks: () =>
      startTasks({
        ...sms,
        pool,
        photoCollection: { pool, storage: photos.storage },
        onTaskError(task, err) {
          metrics.taskErrors.labels(task).inc()
          log.error({ err, task }, 'a background task failed')
        },
      }),
    announceStop: health.announceStop,
    async close() {
      await lastUsed.flush().catch(() => {})
      await Promise.all([photos.decoder.stop(), limiter.stop()])
      await closeDatabase(database)
    },
  }
}

async function connectLimiter(
  { redisUrl }: Config,
  log: FastifyBaseLogger,
  _metrics: Metrics,
): Promise<Limiter> {
  if (!redisUrl) return createMemoryLimiter()
  const { connectRedisLimiter } = await import('./ratelimit/redis-limiter.ts')
  return connectRedisLimiter({ url: redisUrl, log: log })
}

type Settled = { env: object; connect: (settings: never, needs: never) => unknown }

/** The settings were read with the same module's schema, which is what makes this safe. */
const connect = <T>(modules: object, { name, settings }: Chosen, needs?: object): T =>
  (modules as Record<string, Settled>)[name]?.connect(settings as never, needs as never) as T

async function connectGeocoder(
  { geocoders }: Config,
  { database, metrics }: { database: Database; metrics: Metrics },
): Promise<Geocoder> {
  const engines = await Promise.all(
    geocoders.map(async (chosen) => {
      const engine = await connect<Geocoder | Promise<Geocoder>>(geocoderProviders, chosen, database)
      return cached(meteredGeocoder(engine, metrics), {
        kysely: chosen.name === 'embedded' ? null : database.kysely,
      })
    }),
  )
  return geocoderChain(engines)
}

const connectRouter = ({ routers }: Config, metrics: Metrics): Router =>
  routerChain(routers.map((chosen) => meteredRouter(connect<Router>(routerProviders, chosen), metrics)))

const connectSms = (chosen: Chosen): SmsNeeds['smsProvider'] => connect(smsProviders, chosen)

function connectPhotos(config: Config, { database, metrics }: { database: Database; metrics: Metrics }) {
  const storage = connect<PhotoStorage>(storageProviders, config.photoStorage, { dataDir: config.dataDir })
  const decoder: PhotoDecoder = createPhotoDecoder({ processes: 2 })
  const ingest = createPhotoIngest({
    guard: { allowed: config.photoSourcesAllowed },
    decoder,
    storage,
    pool: database.pool,
    onResult: (result) => metrics.photos.labels(result).inc(),
  })
  const discard = async (names: string[]) => {
    await discardPhotos({ pool: database.pool, storage }, names).catch(() => {})
  }
  return { storage, decoder, ingest, discard }
}

/** A connection of its own per question: a full pool must not look like a database that is gone. */
function healthOf(connection: pg.ClientConfig) {
  let stopping = false
  return {
    isStopping: () => stopping,
    announceStop: () => {
      stopping = true
    },
    async ping() {
      const client = new pg.Client({
        ...connection,
        connectionTimeoutMillis: 1_000,
        statement_timeout: 1_000,
      })
      try {
        await client.connect()
        await client.query('select 1')
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}

function version(): string {
  const file = path.join(import.meta.dirname, '..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
