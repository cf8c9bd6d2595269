import { shortestRest } from '../lib/asked-rest.ts'
import { notDrivable } from './islands.ts'
import type { Routed, Router } from './router.ts'

/**
 * Several engines as one router: the first that can say decides (`ROUTER=osrm,embedded`). Whether water parts the two
 * ends is judged before any of them, because an engine that knows ferries would measure the sea and the embedded one
 * does not see it: the answer must not hang on which of them is up.
 *
 * @param onUnavailable told of each engine that could not say; the next is asked all the same.
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
      const span = shortestRest(rests)
      const reason = 'no engine could say'
      return { outcome: 'unavailable', reason, ...(span !== null && { retryAfterSeconds: span }) }
    },
  }
}
