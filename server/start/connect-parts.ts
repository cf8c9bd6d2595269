import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type Activity, createActivity } from '../activity/activity.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Contradiction } from '../config/recorded-settings.ts'
import type { Connection, Database } from '../db/database.ts'
import { countDoubts } from '../jobs/doubts/read-doubts.ts'
import { createLiveHub } from '../jobs/live/hub.ts'
import { onDisputed } from '../jobs/money/disputes.ts'
import { settleJobMoney } from '../jobs/money/settle.ts'
import { createLastUsed } from '../keys/last-used.ts'
import { createBackground } from '../lib/background.ts'
import { findCoarsePricing } from './coarse-pricing.ts'
import { connectCalls } from './connect-calls.ts'
import type { Doctor } from './connect-health.ts'
import { connectPayments } from './connect-payments.ts'
import { connectPools } from './connect-pools.ts'
import { connectLimiter, connectPhotos } from './connect-providers.ts'
import { connectTexts, type ShowOutbox } from './connect-texts.ts'
import { createHealth } from './database-health.ts'
import {
  countWaiting,
  gaugeCoarsePricing,
  gaugeContradictions,
  gaugeDatabase,
  gaugeDoubts,
  gaugeLimiter,
} from './metric-gauges.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { contradictionFigures } from './settings.ts'

export type Runtime = {
  connection: Connection
  /** Past a pooler (`connect-database.ts`); absent: `connection`. */
  directConnection?: Connection
  log: FastifyBaseLogger
  /** The key that codes are hashed and sealed with (`secret-key.ts`). */
  secretKey: Buffer
  /** As they were read, to show them. The settings file is hidden from photo decoders, like the data folder. */
  settings: Settings
  doctor: Doctor
  showOutbox: ShowOutbox
  /** The settings that differ from the recorded ones; absent in a process that records no settings. */
  contradictions?: () => Contradiction[]
  /** The folder of the web app; default: the build of `npm run build`. */
  webDist?: string
}

export type Parts = Awaited<ReturnType<typeof connectParts>>

/** The parts that the app, the tasks and the shutdown share. */
export async function connectParts(config: Config, runtime: Runtime) {
  const {
    connection,
    directConnection = connection,
    log,
    secretKey,
    settings,
    contradictions = () => [],
  } = runtime
  const metrics = createMetrics()
  const connections = { connection, directConnection, most: config.databaseConnections }
  const pools = connectPools(connections, log)
  const { database } = pools
  const limiter = await connectLimiter(config, log)
  const parts = {
    metrics,
    ...pools,
    limiter,
    sms: connectTexts(config, { database, secretKey, metrics, log }),
    ...connectCalls(config, log),
    photos: connectPhotos(config, { database, metrics, log, settings }),
    payments: await connectPayments(config, { database, metrics, log, ...jobHooks }),
    lastUsed: createLastUsed(database.pool),
    activity: connectActivity(database, metrics),
    health: createHealth(connection),
    background: createBackground((err) => log.warn({ err }, 'work in the background failed')),
    events: connectLive(directConnection, { pool: database.pool, log }),
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
function connectLive(connection: Connection, { pool, log }: { pool: Pool; log: FastifyBaseLogger }) {
  const onLiveError = (err: unknown) => log.warn({ err }, 'live events are in trouble')
  return { live: createLiveHub({ pool, connection, onLiveError }), onLiveError }
}
