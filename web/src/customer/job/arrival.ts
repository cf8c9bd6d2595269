import { type JobWay, staleMinutes } from '#contract/app/way.ts'

/** What can be said about the arrival now. */
export type Arrival =
  | { is: 'coming'; at: string; minutesLeft: number; isApproximate: boolean }
  | { is: 'here' }
  | { is: 'unclear' }
  | { is: 'stale' }
  | { is: 'expected' }
  | { is: 'late' }

/**
 * An old position says nothing about the arrival; without one, the trip says when it is expected. A
 * long way without a road is told in steps of five minutes.
 */
export function arrivalOf(way: JobWay, now: number): Arrival {
  const { position, arrives_at, arrival_approximate } = way
  if (!position) return { is: now > Date.parse(way.expected_to) ? 'late' : 'expected' }
  if (now - Date.parse(position.at) > staleMinutes * 60_000) return { is: 'stale' }
  if (!arrives_at) return { is: 'unclear' }
  const minutesLeft = Math.ceil((Date.parse(arrives_at) - now) / 60_000)
  if (minutesLeft <= 1) return { is: 'here' }
  const isLong = arrival_approximate && minutesLeft > 20
  return {
    is: 'coming',
    at: arrives_at,
    minutesLeft: isLong ? Math.round(minutesLeft / 5) * 5 : minutesLeft,
    isApproximate: arrival_approximate,
  }
}
