import { divideHalfUp } from './half-up.ts'
import type { Tariff } from './tariff.ts'

type Terms = Pick<Tariff, 'includedKm' | 'distanceTiers'>

/** The kilometres of a trip that one tier charges. Their charge is exact, in tenths of a cent. */
export type DistancePart = { fromTenths: number; toTenths: number; centsPerKm: number; tenthCents: number }

/** Splits a trip over the tiers that it reaches, after the kilometres that are included. */
export function distanceParts(distanceKm: number, { includedKm, distanceTiers }: Terms): DistancePart[] {
  const endTenths = tenths(distanceKm)
  let fromTenths = tenths(includedKm)
  const parts: DistancePart[] = []
  for (const { upToKm, centsPerKm } of distanceTiers) {
    const toTenths = upToKm === null ? endTenths : Math.min(endTenths, tenths(upToKm))
    if (toTenths <= fromTenths) continue
    parts.push({ fromTenths, toTenths, centsPerKm, tenthCents: (toTenths - fromTenths) * centsPerKm })
    fromTenths = toTenths
  }
  return parts
}

/** The sum is rounded, and not each part. */
export const distanceCents = (distanceKm: number, terms: Terms): number =>
  divideHalfUp(
    distanceParts(distanceKm, terms).reduce((sum, { tenthCents }) => sum + tenthCents, 0),
    10,
  )

/** 12.3 km has no exact double, but 123 tenths do. */
const tenths = (km: number): number => Math.round(km * 10)
