import type pg from 'pg'
import { Counter, Gauge } from 'prom-client'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { unfinishedSql } from '../db/leased-rows.ts'
import { belongsToRealTimeSql, isInRealTimeSql } from '../db/worlds.ts'
import { singleFlight } from '../lib/single-flight.ts'
import type { EffectDepth } from '../payments/effects/queue.ts'
import type { CoarsePricing } from './coarse-pricing.ts'
import type { Metrics } from './metrics.ts'

/**
 * A gauge that queries the database when the metrics are requested. It has no value while the database is unavailable.
 */
export function gaugeDatabase(
  { registry }: Metrics,
  readDepths: () => Promise<Record<string, number>>,
): void {
  const read = bounded(readDepths)
  const gauge = new Gauge({
    name: 'dray_waiting',
    help: 'Rows that wait: SMS to send, drafts that expired, photos to collect',
    labelNames: ['what'],
    registers: [],
    async collect() {
      this.reset()
      const depths = await read().catch(() => ({}))
      for (const [what, count] of Object.entries(depths)) this.labels(what).set(count)
    },
  })
  registry.registerMetric(gauge)
}

/** Read from the database on request, like `gaugeDatabase`. */
export function gaugeCoarsePricing(
  { registry }: Metrics,
  readCoarse: () => Promise<CoarsePricing | null>,
): void {
  const read = bounded(readCoarse)
  const gauge = new Gauge({
    name: 'dray_coarse_pricing',
    help: '1 while a live key exists and addresses are known by their town alone',
    registers: [],
    async collect() {
      // While the database is unavailable, the last value is kept.
      await read().then(
        (coarse) => this.set(coarse?.hasLiveKey ? 1 : 0),
        () => {},
      )
    },
  })
  registry.registerMetric(gauge)
}

type DoubtCounts = { deliveriesInDoubt: number; problemsOpen: number }

/** Items that wait for a decision by staff. Read from the database on request, like `gaugeDatabase`. */
export function gaugeDoubts({ registry }: Metrics, readCounts: () => Promise<DoubtCounts>): void {
  const read = bounded(readCounts)
  const gauge = (name: string, help: string, figure: (counts: DoubtCounts) => number) =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const counts = await read().catch(() => null)
        // `reset` would show 0, which means an empty queue.
        if (counts === null) this.remove()
        else this.set(figure(counts))
      },
    })
  registry.registerMetric(
    gauge(
      'dray_deliveries_in_doubt',
      'Deliveries that came sooner than the trip can take, and whose payment waits',
      ({ deliveriesInDoubt }) => deliveriesInDoubt,
    ),
  )
  registry.registerMetric(
    gauge(
      'dray_problems_open',
      'Problems reported by customers that staff have not decided',
      ({ problemsOpen }) => problemsOpen,
    ),
  )
}

/** Requests to the processor that are not settled. Read from the database on request, like `gaugeDatabase`. */
export function gaugeEffects({ registry }: Metrics, readDepths: () => Promise<EffectDepth[]>): void {
  const read = bounded(readDepths)
  const gauge = (name: string, help: string, figure: (depth: EffectDepth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [],
      async collect() {
        this.reset()
        for (const depth of await read().catch(() => [])) this.labels(depth.kind).set(figure(depth))
      },
    })
  registry.registerMetric(
    gauge(
      'dray_payment_effects_waiting',
      'Calls to the payment processor that are not settled; not those that wait for a customer to confirm',
      ({ waiting }) => waiting,
    ),
  )
  registry.registerMetric(
    gauge(
      'dray_payment_effect_oldest_seconds',
      'Age of the oldest of them',
      ({ oldestSeconds }) => oldestSeconds,
    ),
  )
}

/**
 * Runs at most one query of each kind at a time and caches its result for 1 s. Timeout of a reader: 2 s, if the
 * database hangs.
 */
const bounded = <T>(read: () => Promise<T>) => singleFlight(read, { keepMs: 1_000, waitMs: 2_000 })

export function gaugeContradictions(
  { registry }: Metrics,
  read: () => { setting: string; figure: number }[],
): void {
  const gauge = new Gauge({
    name: 'dray_setting_contradiction',
    help: '1 while this node runs with another value than the installation has recorded: restart it',
    labelNames: ['setting'],
    registers: [],
    collect() {
      for (const { setting, figure } of read()) this.labels(setting).set(figure)
    },
  })
  registry.registerMetric(gauge)
}

/** @returns a function to call for each connection over the limit of its address. */
export function countRefusedConnections({ registry }: Metrics): () => void {
  const counter = new Counter({
    name: 'dray_connections_refused_total',
    help: 'Connections over the limit of their address',
    registers: [registry],
  })
  return () => counter.inc()
}

/** Disputes and fraud warnings that are not closed. Read from the database on request, like `gaugeDatabase`. */
export function gaugeDisputes({ registry }: Metrics, countOpen: () => Promise<number>): void {
  const read = bounded(countOpen)
  const gauge = new Gauge({
    name: 'dray_disputes_open',
    help: 'Disputes and early fraud warnings of the payment processor that are not closed',
    registers: [],
    async collect() {
      const count = await read().catch(() => null)
      if (count === null) this.remove()
      else this.set(count)
    },
  })
  registry.registerMetric(gauge)
}

export function gaugeLimiter({ registry }: Metrics, limiter: Limiter): void {
  const gauge = new Gauge({
    name: 'dray_rate_limit_degraded',
    help: '1 while Redis is configured and out of reach: each node then counts for itself',
    registers: [],
    collect() {
      this.set(limiter.degraded?.() ? 1 : 0)
    },
  })
  registry.registerMetric(gauge)
}

/**
 * Number of rows waiting for the background tasks, for `/metrics`. What waits in a world of the sandbox waits for a
 * call.
 */
export async function countWaiting(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ sms: number; expired_drafts: number; orphan_photos: number }>(
    `select (select count(*) from sms where ${unfinishedSql('status')} and ${belongsToRealTimeSql('sms.job_id')}) as sms,
       (select count(*) from job where status = 'draft' and expires_at <= now() and ${isInRealTimeSql}) as expired_drafts,
       (select count(*) from photo where job_id is null and document_id is null) as orphan_photos`,
  )
  return rows[0] ?? {}
}
