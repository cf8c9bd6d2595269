import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createProviderCalls } from '../activity/provider-calls.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates all metrics of `/metrics`. Labels come from closed lists: no ids, no addresses, no phones. `providerCalls`
 * are also counted, for the panel.
 */
/** A report is not a try: `failed` is what a provider refuses when it is asked (`DrayTextsFail`). */
export const countReport = ({ sms }: Pick<Metrics, 'sms'>, provider: string, delivery: string): void =>
  sms.labels(provider, delivery === 'failed' ? 'reported_failed' : delivery).inc()

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
    sms: new Counter({
      name: 'dray_sms_total',
      help: 'Tries to send an SMS, by result',
      labelNames: ['provider', 'result'] as const,
      registers,
    }),
    ...signInCounters(registers),
    quotes: new Counter({
      name: 'dray_quotes_total',
      help: 'Trips that were priced, by how finely the coarser of both ends was located',
      labelNames: ['precision'] as const,
      registers,
    }),
    activityDropped: new Counter({
      name: 'dray_activity_dropped_total',
      help: 'Rows of the request log, counts and followed links that did not fit in the memory of this node',
      labelNames: ['what'] as const,
      registers,
    }),
    providerCalls: createProviderCalls(),
    ...photoMetrics(registers),
    ...taskMetrics(registers),
  }
}

function signInCounters(registers: Registry[]) {
  return {
    codes: new Counter({
      name: 'dray_codes_total',
      help: 'Sign-in codes: sent, kept back by a limit, used, wrong; and stops of a country that is being pumped',
      labelNames: ['outcome', 'country'] as const,
      registers,
    }),
    refusedProofs: new Counter({
      name: 'dray_member_refused_proofs_total',
      help: 'Refused passwords, codes after a right password, passkeys, confirmations and copied passkeys of members',
      labelNames: ['surface', 'what'] as const,
      registers,
    }),
  }
}

/** Metrics of the photos of partners. */
const photoMetrics = (registers: Registry[]) => ({
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
})

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
