import type { PriceTerms } from '#contract/sandbox/previews.ts'

/** The kilometres of a trip that one tier charges. Amounts are exact; the sum is rounded by the service. */
export type DistancePart = { fromKm: number; toKm: number; km: number; eurPerKm: number; eur: number }

/** Splits a distance over the tiers of a tariff, as `server/pricing/price.ts` does. */
export function distanceParts(km: number, { included_km, distance_tiers }: PriceTerms): DistancePart[] {
  const end = tenths(km)
  let paid = tenths(included_km)
  return distance_tiers.flatMap(({ up_to_km, eur_per_km }) => {
    const tierEnd = up_to_km === null ? end : Math.min(end, tenths(up_to_km))
    const charged = tierEnd - paid
    if (charged <= 0) return []
    const part = {
      fromKm: paid / 10,
      toKm: tierEnd / 10,
      km: charged / 10,
      eurPerKm: eur_per_km,
      eur: (charged * Math.round(eur_per_km * 100)) / 1_000,
    }
    paid = tierEnd
    return [part]
  })
}

/** 12.3 km has no exact double, but 123 tenths do. */
const tenths = (km: number): number => Math.round(km * 10)
