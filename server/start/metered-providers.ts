import type { Decision, Limiter } from '#lib/rate-limiter/limiter.ts'
import type { ProviderKind } from '../activity/provider-calls.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { Router } from '../routing/router.ts'
import type { SmsProvider } from '../sms/provider.ts'
import type { Metrics } from './metrics.ts'

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
