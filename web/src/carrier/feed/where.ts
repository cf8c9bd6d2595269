import type { FeedJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAbout } from '../../kit/trip-distance.ts'
import type { Around } from './choices.ts'

/**
 * Distance of the pickup from where the feed looks; only its town if the positions are too imprecise for a distance. On
 * the way home also the detour.
 */
export function useWhere(
  around: Around,
): (job: Pick<FeedJob, 'away_km' | 'away_known' | 'detour_km' | 'pickup'>) => string {
  const { t } = useTexts('carrier')
  const about = useAbout()
  const away = (km: number): string => {
    const distance = about(km)
    if (around.kind === 'area') return t('search.awayArea', { distance, area: around.area.name })
    return around.kind === 'near' ? t('search.awayNear', { distance }) : t('offer.away', { distance })
  }
  const detour = (km: number): string =>
    km < 0.5 ? t('search.noDetour') : t('search.detour', { distance: about(km) })
  return ({ away_km, away_known, detour_km, pickup }) => {
    const where = away_known ? away(away_km) : t('offer.awayUnknown', { place: pickup.place })
    // A list that was stored by an earlier version has no detour.
    return detour_km === null || detour_km === undefined ? where : `${where} · ${detour(detour_km)}`
  }
}
