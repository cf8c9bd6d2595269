import type { Estimate, Job, JobCreated } from '#contract/partner.ts'
import type { Language, SmsStatus } from '#contract/vocabulary.ts'
import type { Draft, JobState, Quote } from '../../jobs/job.ts'
import { deepLink, type LinkSettings, photoUrl } from '../../jobs/links.ts'
import { disclaimerOf } from '../../jobs/stated-distance.ts'
import { eurosFromCents } from '../../lib/money.ts'
import type { Price } from '../../pricing/price.ts'
import { mayBeArgentineMobile } from '../../sms/recipient.ts'
import { type Texts, texts } from '../../texts/index.ts'

/** Only this file converts cents to euros and internal names to the API's (spec 2.1, 2.4, 4). */
export function presentEstimate(quoted: Quote, language: Language): Estimate {
  const { price, durationMinutes } = quoted
  return {
    ...presentPrice(price),
    estimated_duration_minutes: durationMinutes,
    disclaimer: disclaimerOf(quoted)(texts[language]),
  }
}

/** The price in estimates, without the parts that depend on the addresses. */
export const presentPrice = (price: Price) => ({
  ...pricing(price),
  helper_receives_eur: eurosFromCents(price.helperCents),
  calculation_breakdown: breakdown(price),
})

export function presentCreatedJob(
  { draft, sms }: { draft: Draft; sms: SmsStatus },
  links: LinkSettings,
  language: Language,
): JobCreated {
  return {
    job_id: draft.id,
    status: 'draft',
    external_reference: draft.externalReference,
    created_at: draft.createdAt.toISOString(),
    deep_link_url: deepLink(links, draft.shortId, draft.customerPhone),
    sms_sent: sms === 'sent',
    pricing: {
      ...pricing(draft.price),
      helper_payout_eur: eurosFromCents(draft.price.helperCents),
      calculation_breakdown: breakdown(draft.price),
    },
    photos: draft.photoNames.map((name) => photoUrl(links, name)),
    next_steps: {
      action: 'customer_must_complete_in_app',
      message: nextSteps(texts[language].partners, draft, sms),
      expires_at: draft.expiresAt.toISOString(),
    },
  }
}

function nextSteps({ nextStep, sms: texts }: Texts['partners'], draft: Draft, sms: SmsStatus): string {
  if (sms === 'unreachable')
    return mayBeArgentineMobile(draft.customerPhone) ? texts.argentine : texts.unreachable
  return sms === 'sent' ? nextStep : `${nextStep} ${texts[sms]}`
}

export const presentJob = (job: JobState): Job => ({
  job_id: job.id,
  external_reference: job.externalReference,
  status: job.status,
  created_at: job.createdAt.toISOString(),
  updated_at: job.updatedAt.toISOString(),
})

const pricing = ({ baseCents, feeCents, totalCents }: Price) => ({
  base_price_eur: eurosFromCents(baseCents),
  platform_fee_eur: eurosFromCents(feeCents),
  total_customer_pays_eur: eurosFromCents(totalCents),
})

const breakdown = ({ breakdown: parts }: Price) => ({
  base_by_size: eurosFromCents(parts.baseCents),
  distance_km: parts.distanceKm,
  distance_charge_eur: eurosFromCents(parts.distanceCents),
  stairs_charge_eur: eurosFromCents(parts.stairsCents),
  service_modifier: parts.serviceModifier,
  urgency_modifier: parts.urgencyModifier,
})
