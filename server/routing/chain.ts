import { shortestPause } from '../lib/retry-pause.ts'
import { notDrivable } from './islands.ts'
import type { Drawn, End, Routed, Router, Unavailable } from './router.ts'

/**
 * Combines several engines into one router: the first available engine decides (`ROUTER=osrm,embedded`). Water between
 * the two ends is checked before any engine, because an engine with ferries would measure the sea and the embedded
 * engine does not know it: the result must not depend on which engine is available. Only engines that follow roads are
 * asked to draw one.
 *
 * @param onUnavailable called for each unavailable engine; the next engine is the fallback.
 */
export function chain(
  routers: Router[],
  onUnavailable: (name: string, reason: string) => void = () => {},
): Router {
  const drawing = routers.flatMap(({ name, road }) => (road ? { name, ask: road } : []))
  const measuring = routers.map(({ name, route }) => ({ name, ask: route }))
  const drawRoad = firstAvailable<Drawn>(drawing, onUnavailable)
  return {
    name: routers.map(({ name }) => name).join(','),
    route: firstAvailable<Routed>(measuring, onUnavailable),
    ...(drawing.length > 0 && { road: drawRoad }),
  }
}

type Ask<T> = (from: End, to: End, signal?: AbortSignal) => Promise<T> | T

const firstAvailable =
  <T extends { outcome: string }>(
    engines: { name: string; ask: Ask<T> }[],
    onUnavailable: (name: string, reason: string) => void,
  ) =>
  async (
    from: End,
    to: End,
    signal?: AbortSignal,
  ): Promise<T | { outcome: 'not_drivable' } | Unavailable> => {
    if (notDrivable(from, to)) return { outcome: 'not_drivable' }
    const rests: (number | undefined)[] = []
    for (const { name, ask } of engines) {
      const answer: T | Unavailable = await ask(from, to, signal)
      if (!isUnavailable(answer)) return answer
      onUnavailable(name, answer.reason ?? 'no reason given')
      rests.push(answer.retryAfterSeconds)
    }
    const span = shortestPause(rests)
    const reason = 'no engine could say'
    return { outcome: 'unavailable', reason, ...(span !== null && { retryAfterSeconds: span }) }
  }

const isUnavailable = (answer: { outcome: string }): answer is Unavailable => answer.outcome === 'unavailable'
