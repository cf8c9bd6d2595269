import { shortestPause } from '../lib/retry-pause.ts'
import { notDrivable } from './islands.ts'
import type { Routed, Router } from './router.ts'

/**
 * Combines several engines into one router: the first available engine decides (`ROUTER=osrm,embedded`). Water between
 * the two ends is checked before any engine, because an engine with ferries would measure the sea and the embedded
 * engine does not know it: the result must not depend on which engine is available.
 *
 * @param onUnavailable called for each unavailable engine; the next engine is the fallback.
 */
export function chain(
  routers: Router[],
  onUnavailable: (name: string, reason: string) => void = () => {},
): Router {
  return {
    name: routers.map(({ name }) => name).join(','),
    async route(from, to, signal): Promise<Routed> {
      if (notDrivable(from, to)) return { outcome: 'not_drivable' }
      const rests: (number | undefined)[] = []
      for (const { name, route } of routers) {
        const routed = await route(from, to, signal)
        if (routed.outcome !== 'unavailable') return routed
        onUnavailable(name, routed.reason ?? 'no reason given')
        rests.push(routed.retryAfterSeconds)
      }
      const span = shortestPause(rests)
      const reason = 'no engine could say'
      return { outcome: 'unavailable', reason, ...(span !== null && { retryAfterSeconds: span }) }
    },
  }
}
