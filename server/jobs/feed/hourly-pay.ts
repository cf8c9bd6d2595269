import type { JobSize } from '#contract/vocabulary.ts'
import { driveMinutesFor } from '../../routing/drive-time.ts'

/** What is known of a job before it is accepted. */
export type Work = {
  /** What the carrier receives, after all fees of the service. */
  earnsCents: number
  size: JobSize
  /** Floors without an elevator, at both ends together. */
  stairFloors: number
  /** From pickup to dropoff; `isByRoad`: a router measured it along roads. */
  drive: { minutes: number; isByRoad: boolean }
  /** The trip by road, and the uncertainties of both ends together. */
  trip: { km: number; uncertaintyKm: number }
  /** From the middle of the search to the pickup as a great circle, and the uncertainties of both. */
  away: { km: number; uncertaintyKm: number }
}

export type HourlyPay = { lowCents: number; highCents: number; minMinutes: number; maxMinutes: number }

type Range = readonly [least: number, most: number]

/**
 * Minutes to load and unload together, and for each floor without an elevator, by size. The middle is about what a
 * tariff plans (`handlingMinutes`, `stairsMinutesPerFloor`).
 */
export const handlingMinutes: Record<JobSize, { both: Range; perFloor: Range }> = {
  S: { both: [8, 20], perFloor: [1, 2] },
  M: { both: [15, 40], perFloor: [1.5, 4] },
  L: { both: [30, 70], perFloor: [3, 7] },
  XL: { both: [45, 120], perFloor: [5, 10] },
}

/** A measured drive of an empty road, and with traffic and a full van; without a router both ends are wider. */
const driveFactors = { byRoad: [1, 1.35], estimated: [0.8, 1.5] } as const

/** How much longer a road is than the great circle. */
const roadFactors: Range = [1.1, 1.5]

/** Ends that are known to a kilometre together tell enough of any trip (as `stateDistance`). */
const exactKm = 1

/** A range with a wider ratio than this says nothing. */
const widestRatio = 3

/**
 * The pay of an hour as a range: the whole pay by the time from setting out to the end of unloading, if everything is
 * quick and if everything takes long. The time has the way to the pickup, and neither the way back nor waiting; fuel
 * and tax are not subtracted. Whole euros, rounded outwards, so it is never one number. More floors never raise it
 * (decision 82).
 *
 * @returns null if too little is known: both ends are less certain than the trip is long, or the range is too wide.
 */
export function hourlyPay(work: Work): HourlyPay | null {
  const { earnsCents, trip } = work
  if (earnsCents <= 0 || (trip.uncertaintyKm > exactKm && trip.uncertaintyKm >= trip.km)) return null
  const [least, most] = minutesOf(work)
  if (least < 1 || most > least * widestRatio) return null
  const lowCents = Math.floor((earnsCents * 60) / most / 100) * 100
  const highCents = Math.ceil((earnsCents * 60) / least / 100) * 100
  return {
    lowCents,
    highCents: Math.max(highCents, lowCents + 100),
    minMinutes: Math.round(least),
    maxMinutes: Math.round(most),
  }
}

function minutesOf(work: Work): Range {
  const { both, perFloor } = handlingMinutes[work.size]
  const [toPickup, drive] = [minutesToPickup(work.away), minutesOfDrive(work)]
  const sum = (end: 0 | 1) => toPickup[end] + both[end] + work.stairFloors * perFloor[end] + drive[end]
  return [sum(0), sum(1)]
}

const minutesToPickup = ({ km, uncertaintyKm }: Work['away']): Range => [
  driveMinutesFor(Math.max(0, km - uncertaintyKm) * roadFactors[0]),
  driveMinutesFor((km + uncertaintyKm) * roadFactors[1]),
]

/** Ends that are not known exactly make the drive longer or shorter by their share of it. */
function minutesOfDrive({ drive, trip }: Work): Range {
  const [least, most] = drive.isByRoad ? driveFactors.byRoad : driveFactors.estimated
  const share = trip.km > 0 ? Math.min(1, trip.uncertaintyKm / trip.km) : 0
  return [drive.minutes * least * (1 - share), drive.minutes * most * (1 + share)]
}
