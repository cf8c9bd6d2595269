import type { ProviderKind } from '#contract/vocabulary.ts'
import type { Decision, Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { Processor } from '../payments/processor.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import type { Router } from '../routing/router.ts'
import type { SmsProvider } from '../sms/provider.ts'
import type { Metrics } from './metrics.ts'

export function meteredLimiter(limiter: Limiter, { limiterDecisions }: Metrics): Limiter {
  const counterOf = (kind: string) => ({
    allowed: limiterDecisions.labels(kind, 'allowed'),
    refused: limiterDecisions.labels(kind, 'refused'),
  })
  const counters = { key: counterOf('key'), address: counterOf('address') }
  const count = (subject: string, decision: Decision): Decision => {
    const counter = counters[subject.startsWith('key:') ? 'key' : 'address']
    counter[decision.allowed ? 'allowed' : 'refused'].inc()
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

export const meteredRouter = (router: Router, metrics: Metrics): Router => {
  const { road } = router
  const labels: Labels = { kind: 'router', provider: router.name }
  return {
    ...router,
    route(from, to, signal) {
      const routed = router.route(from, to, signal)
      return routed instanceof Promise ? timed(metrics, labels, () => routed) : routed
    },
    ...(road && { road: (from, to, signal) => timed(metrics, labels, () => road(from, to, signal)) }),
  }
}

export const meteredSms = (provider: SmsProvider, { sms, providerCalls }: Metrics): SmsProvider => ({
  ...provider,
  async send(text, signal) {
    const startedAt = performance.now()
    const note = (outcome: string, cause?: string) => {
      const latencyMs = performance.now() - startedAt
      providerCalls.note({ kind: 'sms', provider: provider.name, outcome, cause, latencyMs })
    }
    try {
      const accepted = await provider.send(text, signal)
      sms.labels(provider.name, 'accepted').inc()
      note('accepted')
      return accepted
    } catch (error) {
      sms.labels(provider.name, 'failed').inc()
      // The message of any other error may quote personal data.
      if (error instanceof ProviderError) note(error.outcome, error.message)
      else note('unknown', 'unexpected error')
      throw error
    }
  },
})

type Labels = { kind: ProviderKind; provider: string }

async function timed<T extends { outcome: string; reason?: string }>(
  { providerSeconds, providerCalls }: Metrics,
  labels: Labels,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const result = await call()
  const latencyMs = performance.now() - startedAt
  const { outcome, reason: cause } = result
  providerSeconds.labels({ ...labels, outcome }).observe(latencyMs / 1_000)
  providerCalls.note({ ...labels, outcome, cause, latencyMs })
  return result
}

/**
 * Counts the requests of jobs and tasks to the processor. A declined card is a response; an error is a failed request.
 */
export const meteredProcessor = <P extends Processor>(processor: P, metrics: Metrics): P =>
  withNoted(
    processor,
    { kind: 'payments', provider: processor.name, unnoted: ['probe', 'checkEvents'] },
    metrics,
  )

/** Counts the requests to the storage of photos. */
export const meteredStorage = (storage: PhotoStorage, metrics: Metrics): PhotoStorage =>
  withNoted(storage, { kind: 'photos', provider: storage.name, unnoted: ['list'] }, metrics)

type AsyncMethod = (...input: unknown[]) => Promise<unknown>

/**
 * The object, with every function replaced by one that records the outcome of each call. All of them return promises.
 */
function withNoted<T extends object>(
  provider: T,
  { unnoted, ...labels }: Labels & { unnoted: string[] },
  { providerCalls }: Metrics,
): T {
  const noted =
    (call: AsyncMethod): AsyncMethod =>
    async (...input) => {
      const startedAt = performance.now()
      const note = (outcome: string, cause?: string) =>
        providerCalls.note({ ...labels, outcome, cause, latencyMs: performance.now() - startedAt })
      try {
        const answer = await call(...input)
        note('answered')
        return answer
      } catch (error) {
        // The message of any other error may quote personal data.
        if (error instanceof ProviderError) note(error.outcome, error.message)
        else note('unknown', 'unexpected error')
        throw error
      }
    }
  const members = Object.entries(provider).map(([name, member]) => [
    name,
    typeof member === 'function' && !unnoted.includes(name) ? noted(member as AsyncMethod) : member,
  ])
  return Object.fromEntries(members) as T
}
