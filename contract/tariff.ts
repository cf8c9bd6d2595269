import { type Static, type TSchema, Type } from 'typebox'
import { jobSizes } from './vocabulary.ts'

const cents = wholeNumber(0, 1_000_000)
const minutes = wholeNumber(0, 1_440)
const basisPoints = wholeNumber(0, 10_000)

// One decimal, as in the distance that is charged, so a border between two tiers is always a displayed value.
const km = { multipleOf: 0.1, maximum: 20_000 }
const includedKm = Type.Number({ ...km, minimum: 0, fault: kmFault('0', '') })
const upToKm = Type.Unsafe<number | null>({
  ...km,
  type: ['number', 'null'],
  minimum: 0.1,
  fault: kmFault('0.1', ' or null'),
})

/**
 * Every number that determines a price or a duration. Money is in cents, percentages in basis points (1,500 = 15 %).
 * Tiers are by absolute kilometre: `{ upToKm: 50 }, { upToKm: 200 }` with 5 km included charges km 5 to 50 by the first
 * tier and 50 to 200 by the second. The last tier is open-ended (`upToKm: null`).
 */
export const Tariff = closed({
  baseCents: perSize(cents),
  includedKm,
  distanceTiers: Type.Array(closed({ upToKm, centsPerKm: cents }), {
    minItems: 1,
    maxItems: 20,
    fault: 'must be a list of 1 to 20 tiers',
  }),
  stairsCentsPerFloor: perSize(cents),
  feeBasisPoints: basisPoints,
  minimumFeeCents: cents,
  carrierCommissionBasisPoints: basisPoints,
  handlingMinutes: perSize(minutes),
  stairsMinutesPerFloor: perSize(minutes),
  drivingTimeFactorPercent: wholeNumber(50, 500),
})
export type Tariff = Static<typeof Tariff>

/** Refuses unknown members, to avoid omitting a misspelt member silently. */
function closed<T extends Record<string, TSchema>>(properties: T) {
  return Type.Object(properties, {
    additionalProperties: false,
    fault: 'must be an object',
  })
}

function perSize<T extends TSchema>(value: T) {
  const [s, m, l, xl] = jobSizes
  return closed({ [s]: value, [m]: value, [l]: value, [xl]: value })
}

function wholeNumber(minimum: number, maximum: number) {
  return Type.Integer({
    minimum,
    maximum,
    fault: `must be a whole number from ${minimum} to ${maximum}`,
  })
}

function kmFault(minimum: string, or: '' | ' or null'): string {
  return `must be kilometres from ${minimum} to ${km.maximum} with one decimal at most${or}`
}
