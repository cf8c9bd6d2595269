import type { AppEstimate } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { readSetting, writeSetting } from '../kit/settings.ts'
import type { TripDistance } from '../kit/trip-distance.ts'

type Priced = Pick<AppEstimate, 'price'> & TripDistance

/** A price that is not the one that was shown before. */
export type PriceChange = {
  beforeCents: number
  nowCents: number
  /** The distance now, if that is why; null if the prices of the service have changed. */
  trip: TripDistance | null
}

/** Null if the price is the same. */
export function changeBetween(before: { totalCents: number; distanceKm: number }, now: Priced) {
  const nowCents = now.price.total_cents
  if (before.totalCents === nowCents) return null
  const { distance_km, distance_accuracy, distance_basis } = now
  const trip = before.distanceKm === distance_km ? null : { distance_km, distance_accuracy, distance_basis }
  return { beforeCents: before.totalCents, nowCents, trip } satisfies PriceChange
}

const setting = 'price-change'

/** Keeps on this device that the price of a draft differs from the one that its customer saw before. */
export function rememberChange(draft: CustomerJob, before: Priced): void {
  const change = changeBetween(
    { totalCents: before.price.total_cents, distanceKm: before.distance_km },
    draft,
  )
  writeSetting(setting, change && JSON.stringify({ jobId: draft.job_id, ...change }))
}

/** The last change of this draft's price; null if it has this price for another reason. */
export function readChange({ job_id, price }: CustomerJob): PriceChange | null {
  try {
    const saved = JSON.parse(readSetting(setting) ?? 'null') as (PriceChange & { jobId: string }) | null
    return saved?.jobId === job_id && saved.nowCents === price.total_cents ? saved : null
  } catch {
    return null
  }
}
