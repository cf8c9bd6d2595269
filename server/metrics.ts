import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Geocoder } from './geocoding/geocoder.ts'
import type { EffectDepth } from './payments/effect-depths.ts'
import type { Decision, Limiter } from './ratelimit/limiter.ts'
import type { Router } from './routing/router.ts'
import type { SmsProvider } from './sms/provider.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Every figure `/metrics` shows. Labels come from closed lists: no ids, no addresses, no phones. */
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
    taskErrors: new Counter({
      name: 'dray_task_errors_total',
      help: 'Runs of a background task that failed',
      labelNames: ['task'] as const,
      registers,
    }),
  }
}

/** Gauges that are asked of the database when the metrics are read. A database that is down leaves them out. */
export function gaugeDatabase(
  { registry }: Metrics,
  readDepths: () => Promise<Record<string, number>>,
): void {
  const gauge = new Gauge({
    name: 'dray_waiting',
    help: 'Rows that wait: SMS to send, drafts that expired, photos to collect',
    labelNames: ['what'],
    registers: [],
    async collect() {
      this.reset()
      const depths = await readDepths().catch(() => ({}))
      for (const [what, count] of Object.entries(depths)) this.labels(what).set(count)
    },
  })
  registry.registerMetric(gauge)
}

/** Calls to the payment processor that are not settled, as `gaugeDatabase` does. */
export function gaugeEffects({ registry }: Metrics, readDepths: () => Promise<EffectDepth[]>): void {
  const gauge = (name: string, help: string, figure: (depth: EffectDepth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [],
      async collect() {
        this.reset()
        for (const depth of await readDepths().catch(() => [])) this.labels(depth.kind).set(figure(depth))
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
