import type { Static } from 'typebox'
import type { Door } from '#contract/common.ts'
import { previewPrice as operation, type PriceSteps, type PriceTerms } from '#contract/sandbox/previews.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import type { QuoteNeeds } from '../../jobs/drafts/quote.ts'
import { eurosFromCents } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import { price, type StairsEnd, stairFloors } from '../../pricing/price.ts'
import { priceSteps, type PriceSteps as Steps } from '../../pricing/price-steps.ts'
import type { Tariff } from '../../pricing/tariff.ts'
import type { Handler } from '../mount.ts'
import { presentPrice } from '../partner/views.ts'

export type PriceNeeds = Pick<QuoteNeeds, 'tariffs' | 'maxDistanceKm'>

/** Prices a trip of a given distance like an estimate, without looking up addresses. */
export const previewPrice =
  ({ tariffs, maxDistanceKm }: PriceNeeds): Handler<typeof operation> =>
  async ({ caller: { partnerId }, body }) => {
    const distanceKm = Math.round(body.distance_km * 10) / 10
    if (distanceKm > maxDistanceKm) throw tooLong(maxDistanceKm)
    const { tariff } = await tariffs.forPartner(partnerId)
    const floors = stairFloors(doorOf(body.pickup), doorOf(body.dropoff))
    const trip = { size: body.size, distanceKm, stairFloors: floors }
    return {
      ...presentPrice(price(trip, tariff)),
      steps: presentSteps(priceSteps(trip, tariff)),
      tariff: presentTerms(tariff),
    }
  }

const doorOf = ({ floor, has_elevator }: Static<typeof Door>): StairsEnd => ({
  floor: floor ?? null,
  hasElevator: has_elevator ?? null,
})

const tooLong = (maxKm: number) =>
  new Problem('validation_error', (t) => t.partners.fieldsNotValid, {
    details: { distance_km: (t) => t.sandbox.tooLong({ maxKm }) },
  })

const presentSteps = ({ distance, stairs, isMinimumFee }: Steps): PriceSteps => ({
  distance: distance.map(({ fromTenths, toTenths, centsPerKm, tenthCents }) => ({
    from_km: fromTenths / 10,
    to_km: toTenths / 10,
    km: (toTenths - fromTenths) / 10,
    eur_per_km: eurosFromCents(centsPerKm),
    eur: tenthCents / 1_000,
  })),
  stairs: { floors: stairs.floors, eur_per_floor: eurosFromCents(stairs.centsPerFloor) },
  is_minimum_fee: isMinimumFee,
})

const presentTerms = (tariff: Tariff): PriceTerms => ({
  base_by_size_eur: eurosBySize(tariff.baseCents),
  included_km: tariff.includedKm,
  distance_tiers: tariff.distanceTiers.map(({ upToKm, centsPerKm }) => ({
    up_to_km: upToKm,
    eur_per_km: eurosFromCents(centsPerKm),
  })),
  stairs_eur_per_floor: eurosBySize(tariff.stairsCentsPerFloor),
  fee_percent: tariff.feeBasisPoints / 100,
  minimum_fee_eur: eurosFromCents(tariff.minimumFeeCents),
  commission_percent: tariff.carrierCommissionBasisPoints / 100,
})

const eurosBySize = (cents: Record<JobSize, number>) =>
  Object.fromEntries(jobSizes.map((size) => [size, eurosFromCents(cents[size])])) as Record<JobSize, number>
