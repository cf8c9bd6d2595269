import type { CarrierTerms } from '#contract/app/open.ts'
import type { DocumentKind } from '#contract/vocabulary.ts'
import type { Tariffs } from '../../pricing/current.ts'
import { graceMinutes } from '../collection.ts'
import { carrierSharePercent, lateFeesCents } from '../fair-table.ts'
import type { TripFees } from '../job.ts'
import { maxStrikes, strikeDays } from '../strike.ts'

export type CarrierTermsNeeds = {
  tariffs: Tariffs
  neededDocuments: readonly DocumentKind[]
  collectHours: number
  tripFees: TripFees
}

/** The terms for carriers, from the settings, the general tariff and the fair table. */
export async function carrierTerms(needs: CarrierTermsNeeds): Promise<Omit<CarrierTerms, 'examples'>> {
  const { tariff } = await needs.tariffs.forPartner(null)
  return {
    commission_percent: tariff.carrierCommissionBasisPoints / 100,
    needed_documents: [...needs.neededDocuments],
    collect_hours: needs.collectHours,
    grace_minutes: graceMinutes,
    strikes: maxStrikes,
    strike_days: strikeDays,
    fee_share_percent: carrierSharePercent,
    late_fee_cents: lateFeesCents,
    trip_fee_cents: needs.tripFees,
  }
}
