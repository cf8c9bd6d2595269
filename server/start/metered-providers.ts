import type { Decision, Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
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
