import type { FeedJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAbout } from '../../kit/trip-distance.ts'

/** Distance of the pickup from the carrier's base; only its town if the positions are too imprecise for a distance. */
export function useWhere(): (job: Pick<FeedJob, 'away_km' | 'away_known' | 'pickup'>) => string {
  const { t } = useTexts('carrier')
  const about = useAbout()
  return ({ away_km, away_known, pickup }) =>
    away_known
      ? t('offer.away', { distance: about(away_km) })
      : t('offer.awayUnknown', { place: pickup.place })
}
