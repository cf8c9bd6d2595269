import { useTranslation } from 'react-i18next'
import type { FeedJob } from '#contract/app/job.ts'
import { useAbout } from '../../kit/trip-distance.ts'

/** Where the pickup is, from the base of the carrier; just its town where the positions are too rough for a distance. */
export function useWhere(): (job: Pick<FeedJob, 'away_km' | 'away_known' | 'pickup'>) => string {
  const { t } = useTranslation('carrier')
  const about = useAbout()
  return ({ away_km, away_known, pickup }) =>
    away_known
      ? t('offer.away', { distance: about(away_km) })
      : t('offer.awayUnknown', { place: pickup.place })
}
