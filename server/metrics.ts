import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CoarsePricing } from './coarse-pricing.ts'
import type { Geocoder } from './geocoding/geocoder.ts'
import { singleFlight } from './lib/single-flight.ts'
import type { EffectDepth } from './payments/effect-depths.ts'
import type { Decision, Limiter } from './ratelimit/limiter.ts'
import type { Router } from './routing/router.ts'
import type { SmsProvider } from './sms/provider.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates all metrics of `/metrics`. Labels come from closed lists: no ids, no addresses, no phones. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'dray_http_request_seconds',
      help: 'Time to answer, by method, route and status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
      registers,
    }),
    limiterDecisions: new Counter({
      name: 'dray_rate_limit_decisions_total',
      help: 'Calls counted against a key or an address, and refused ones',
      labelNames: ['subject', 'outcome'] as const,
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'dray_provider_seconds',
      help: 'Time an outside service (or its embedded stand-in) took, by outcome',
      labelNames: ['kind', 'provider', 'outcome'] as const,
      buckets: [0.001, 0.01, 0.05, 0.25, 1, 5, 20],
      registers,
    }),
    photos: new Counter({
      name: 'dray_photos_total',
      help: 'Photos by result, and why a fetch was refused',
      labelNames: ['result', 'reason'] as const,
      registers,
    }),
    photoSeconds: new Histogram({
      name: 'dray_photo_seconds',
      help: 'Time a photo took from the call to its result, waiting included',
      labelNames: ['result'] as const,
      buckets: [0.05, 0.25, 1, 2.5, 5, 10, 20],
      registers,
    }),
    photosUnderWay: new Gauge({
      name: 'dray_photos_under_way',
      help: 'Photos that wait for their turn, are downloaded or decoded',
      registers,
    }),
    sms: new Counter({
      name: 'dray_sms_total',
      help: 'Tries to send an SMS, by result',
      labelNames: ['provider', 'result'] as const,
      registers,
    }),
    codes: new Counter({
      name: 'dray_codes_total',
      help: 'Sign-in codes: sent, kept back by a limit, used, wrong; and stops of a country that is being pumped',
      labelNames: ['outcome', 'country'] as const,
      registers,
    }),
    quotes: new Counter({
      name: 'dray_quotes_total',
      help: 'Trips that were priced, by how finely the coarser of both ends was located',
      labelNames: ['precision'] as const,
      registers,
    }),
    ...taskMetrics(registers),
  }
}

/** Metrics of background tasks. */
const taskMetrics = (registers: Registry[]) => ({
  dataRemoved: new Counter({
    name: 'dray_personal_data_removed_total',
    help: 'Ended jobs, photos and texts whose personal data was removed because of its age',
    labelNames: ['what'] as const,
    registers,
  }),
  taskSuccess: new Gauge({
    name: 'dray_task_last_success_timestamp_seconds',
    help: 'Unix time at which a background task last ended well; absent where it runs in another process',
    labelNames: ['task'] as const,
    registers,
  }),
  taskSeconds: new Histogram({
    name: 'dray_task_seconds',
    help: 'Time a run of a background task took, failed runs included',
    labelNames: ['task'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 60],
    registers,
  }),
  taskErrors: new Counter({
    name: 'dray_task_errors_total',
    help: 'Runs of a background task that failed',
    labelNames: ['task'] as const,
    registers,
  }),
})

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
      // While the database is unavailable, the last value remains.
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
        // `reset` would show 0, which says that nothing waits.
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

/** Processor calls that are not settled. Read from the database on request, like `gaugeDatabase`. */
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
 * Runs at most one query of each kind at a time and caches its result for 1 s. A reader waits at most 2 s, even if the
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

export function meteredLimiter(limiter: Limiter, { limiterDecisions }: Metrics): Limiter {
  const count = (subject: string, decision: Decision): Decision => {
    const kind = subject.startsWith('key:') ? 'key' : 'address'
    limiterDecisions.labels(kind, decision.allowed ? 'allowed' : 'refused').inc()
    return decision
  }
  return {
    ...limiter,
    take(subject, limit) {
      const decision = limiter.take(subject, limit)
      if (!(decision instanceof Promise)) return count(subject, decision)
      return decision.then((settled) => count(subject, settled))
    },
  }
}

export const meteredGeocoder = (geocoder: Geocoder, metrics: Metrics): Geocoder => ({
  ...geocoder,
  geocode: (address, signal) =>
    timed(metrics, { kind: 'geocoder', provider: geocoder.name }, () => geocoder.geocode(address, signal)),
})

export const meteredRouter = (router: Router, metrics: Metrics): Router => ({
  ...router,
  route(from, to, signal) {
    const routed = router.route(from, to, signal)
    if (!(routed instanceof Promise)) return routed
    return timed(metrics, { kind: 'router', provider: router.name }, () => routed)
  },
})

export const meteredSms = (provider: SmsProvider, { sms }: Metrics): SmsProvider => ({
  ...provider,
  async send(text, signal) {
    try {
      const accepted = await provider.send(text, signal)
      sms.labels(provider.name, 'accepted').inc()
      return accepted
    } catch (error) {
      sms.labels(provider.name, 'failed').inc()
      throw error
    }
  },
})

async function timed<T extends { outcome: string }>(
  { providerSeconds }: Metrics,
  labels: { kind: string; provider: string },
  call: () => Promise<T>,
): Promise<T> {
  const end = providerSeconds.startTimer(labels)
  const result = await call()
  end({ outcome: result.outcome })
  return result
}
