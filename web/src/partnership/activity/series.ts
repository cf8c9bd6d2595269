import type { UsagePoint, usageSteps } from '#contract/admin/activity.ts'

export type UsageStep = (typeof usageSteps)[number]

/** The requests of one hour or day. */
export type Moment = {
  at: string
  good: number
  refused: number
  failed: number
  averageMs: number
  slowestMs: number
}

const stepMs: Record<UsageStep, number> = { hour: 3_600_000, day: 86_400_000 }
const moments: Record<UsageStep, number> = { hour: 48, day: 30 }

/** Start of the first hour or day that is shown. */
export const seriesFrom = (step: UsageStep, now: number): string =>
  new Date((Math.floor(now / stepMs[step]) - moments[step] + 1) * stepMs[step]).toISOString()

/** Every hour or day from the first to the last, also without a request, oldest first. */
export function seriesOf(points: UsagePoint[], step: UsageStep, from: string): Moment[] {
  return Array.from({ length: moments[step] }, (_, index) => {
    const at = new Date(Date.parse(from) + index * stepMs[step]).toISOString()
    return momentOf(
      at,
      points.filter((point) => Date.parse(point.at) === Date.parse(at)),
    )
  })
}

function momentOf(at: string, points: UsagePoint[]): Moment {
  const calls = (isWanted: (statusClass: number) => boolean) =>
    points.filter(({ status_class }) => isWanted(status_class)).reduce((total, { calls }) => total + calls, 0)
  const all = calls(() => true)
  const spent = points.reduce((total, { calls, average_ms }) => total + calls * average_ms, 0)
  return {
    at,
    good: calls((statusClass) => statusClass < 4),
    refused: calls((statusClass) => statusClass === 4),
    failed: calls((statusClass) => statusClass === 5),
    averageMs: all > 0 ? Math.round(spent / all) : 0,
    slowestMs: Math.max(0, ...points.map(({ slowest_ms }) => slowest_ms)),
  }
}
