import { type Price, price, type Trip } from './price.ts'
import type { Tariff } from './tariff.ts'

/** Trips that show the effect of each member of a tariff. */
export const sampleTrips: readonly Trip[] = [
  { size: 'S', distanceKm: 3.2, stairFloors: 0 },
  { size: 'M', distanceKm: 12, stairFloors: 2 },
  { size: 'L', distanceKm: 12, stairFloors: 2 },
  { size: 'XL', distanceKm: 12, stairFloors: 6 },
  { size: 'M', distanceKm: 48, stairFloors: 0 },
  { size: 'L', distanceKm: 160, stairFloors: 3 },
  { size: 'S', distanceKm: 331, stairFloors: 0 },
  { size: 'L', distanceKm: 331, stairFloors: 0 },
  { size: 'XL', distanceKm: 620, stairFloors: 7 },
]

/** The total of a trip by two tariffs, in cents. */
export type Compared = { trip: Trip; nowCents: number; thenCents: number }

export type TwoTariffs = { inForce: Tariff; other: Tariff }

export const compareTrip = (trip: Trip, { inForce, other }: TwoTariffs): Compared => ({
  trip,
  nowCents: total(price(trip, inForce)),
  thenCents: total(price(trip, other)),
})

const total = ({ totalCents }: Price): number => totalCents

/** Trips whose price changes by at least `from` per cent and less than `to`; null: without an end. */
export type Bucket = { from: number | null; to: number | null; trips: number }

export type PriceChange = {
  trips: number
  nowCents: number
  thenCents: number
  /** Upper bounds in cents of the changes of a tenth, a half and nine tenths of the trips; 0 without trips. */
  tenthCents: number
  medianCents: number
  nineTenthsCents: number
  buckets: Bucket[]
}

/** How the prices of many trips change. */
export function distribution(compared: readonly Compared[]): PriceChange {
  const changes = compared.map(({ nowCents, thenCents }) => thenCents - nowCents).sort((a, b) => a - b)
  const at = (share: number) => changes[Math.min(changes.length - 1, Math.floor(changes.length * share))] ?? 0
  return {
    trips: compared.length,
    nowCents: compared.reduce((sum, { nowCents }) => sum + nowCents, 0),
    thenCents: compared.reduce((sum, { thenCents }) => sum + thenCents, 0),
    tenthCents: at(0.1),
    medianCents: at(0.5),
    nineTenthsCents: at(0.9),
    buckets: limits.map(({ from, to }) => ({
      from,
      to,
      trips: compared.filter((each) => isWithin(percent(each), { from, to })).length,
    })),
  }
}

/** A price that was zero and is positive now has risen without a bound. */
function percent({ nowCents, thenCents }: Compared): number {
  if (nowCents === thenCents) return 0
  return nowCents === 0 ? Number.POSITIVE_INFINITY : ((thenCents - nowCents) * 100) / nowCents
}

const limits: Pick<Bucket, 'from' | 'to'>[] = [
  { from: null, to: -20 },
  { from: -20, to: -10 },
  { from: -10, to: -5 },
  { from: -5, to: 0 },
  // No change at all.
  { from: 0, to: 0 },
  { from: 0, to: 5 },
  { from: 5, to: 10 },
  { from: 10, to: 20 },
  { from: 20, to: null },
]

function isWithin(change: number, { from, to }: Pick<Bucket, 'from' | 'to'>): boolean {
  if (from === 0 && to === 0) return change === 0
  if (change === 0) return false
  return (from === null || change >= from) && (to === null || change < to)
}
