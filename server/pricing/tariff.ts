import type { Tariff } from '#contract/tariff.ts'

export { Tariff } from '#contract/tariff.ts'

/** In force from the first start until the operator sets another tariff. */
export const defaultTariff: Tariff = {
  baseCents: { S: 1_500, M: 2_500, L: 4_000, XL: 6_000 },
  includedKm: 5,
  distanceTiers: [
    { upToKm: 50, centsPerKm: 90 },
    { upToKm: 200, centsPerKm: 70 },
    { upToKm: null, centsPerKm: 55 },
  ],
  stairsCentsPerFloor: { S: 200, M: 400, L: 600, XL: 1_000 },
  feeBasisPoints: 1_500,
  minimumFeeCents: 300,
  carrierCommissionBasisPoints: 0,
  handlingMinutes: { S: 10, M: 20, L: 40, XL: 60 },
  stairsMinutesPerFloor: { S: 1, M: 2, L: 4, XL: 6 },
  drivingTimeFactorPercent: 115,
}

/** The members of the first release, which every stored tariff has. */
type FirstMember =
  | 'baseCents'
  | 'includedKm'
  | 'distanceTiers'
  | 'stairsCentsPerFloor'
  | 'feeBasisPoints'
  | 'minimumFeeCents'
  | 'carrierCommissionBasisPoints'
  | 'handlingMinutes'
  | 'stairsMinutesPerFloor'
  | 'drivingTimeFactorPercent'

/**
 * Completes tariffs that were stored before a member existed: the value of each later member must leave their prices
 * unchanged. The compiler requires an entry for each new member.
 */
export const laterMembers: { [Name in Exclude<keyof Tariff, FirstMember>]: Tariff[Name] } = {}
