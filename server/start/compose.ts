import type { FastifyInstance } from 'fastify'
import type { Activity } from '../activity/activity.ts'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { buildApp, buildWorkerApp } from '../http/app.ts'
import type { LastUsed } from '../keys/last-used.ts'
import { startTasks, type TaskNeeds, type Tasks } from '../tasks/index.ts'
import { appNeeds, bounds, metricsAccess, probes } from './app-needs.ts'
import { mailTaskNeeds } from './connect-mail.ts'
import { connectParts, type Runtime } from './connect-parts.ts'
import type { Payments } from './connect-payments.ts'
import { closePools } from './connect-pools.ts'
import { connectRouter } from './connect-providers.ts'
import { listenToReports, noticeNeeds } from './connect-texts.ts'
import { taskNotes, taskSettings } from './task-needs.ts'

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
  /** Turns readiness off immediately, so load balancers send no new requests while running requests finish. */
  announceStop: () => void
  /** Rejects requests that still wait for photos, while a response can still be sent. */
  abandonWaits: () => void
  close: () => Promise<void>
}

export async function compose(config: Config, runtime: Runtime): Promise<Dray> {
  const { log, showOutbox } = runtime
  const parts = await connectParts(config, runtime)
  const { metrics, database, sms, photos, payments, lastUsed, activity, health, limiter, events } = parts
  const reports = listenToReports(sms, metrics)
  const waits = new AbortController()
  const app = await buildApp(await appNeeds(config, runtime, { ...parts, stopSignal: waits.signal }))
  const tasks: TaskNeeds = {
    ...sms,
    ...payments,
    calls: parts.calls,
    onCallError: parts.onCallError,
    pool: database.pool,
    slowReads: parts.slowReads.kysely,
    ...noticeNeeds(config, showOutbox),
    ...mailTaskNeeds(config, { ...runtime, metrics }),
    router: connectRouter(config, { metrics, log }),
    photoCollection: { pool: database.pool, storage: photos.storage },
    ...taskSettings(config, metrics),
    ...bounds(config),
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
      await Promise.all([photos.decoder.stop(), limiter.stop(), events.live.stop(), reports.stop()])
      await closePools(parts)
    },
  }
}
