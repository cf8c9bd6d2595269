import { useViewportSize } from '@mantine/hooks'
import { CompanyLinks } from '../../kit/company-links.tsx'
import { IconMap2 } from '../../kit/icons.ts'
import { OfflineBanner } from '../../kit/offline-banner.tsx'
import { BesidePane } from '../../kit/pane.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Sharing, useCarrierData } from '../area-shell.tsx'
import { useProfile } from '../carrier-failed.tsx'
import { JobsMap } from './jobs-map.tsx'
import { middleOf } from './middle-of.ts'
import { useFeedSearch } from './search.ts'
import { useFeed } from './use-feed.ts'

/** What the caption and the foot of the page need below the map. */
const belowMap = 136

/** The map of the feed, in the room beside the list. */
export function MapBeside() {
  const { t } = useTexts(['carrier', 'kit'])
  useCarrierData()
  const { height } = useViewportSize()
  const { data: profile } = useProfile()
  const { around } = useFeedSearch()
  const { data } = useFeed({ enabled: profile?.status === 'approved' })
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  if (jobs.length === 0)
    return (
      <BesidePane
        area="carrier"
        icon={<IconMap2 size={64} strokeWidth={1.25} aria-hidden />}
        text={t('feed.mapWaits')}
      >
        <Sharing />
      </BesidePane>
    )
  return (
    <div className="dray-frame carrier-map-frame">
      <OfflineBanner area="carrier" />
      <Sharing />
      <section className="carrier-map-beside" aria-label={t('kit:map.label')}>
        {height > 0 && (
          <JobsMap
            jobs={jobs}
            height={Math.max(320, height - belowMap)}
            {...(profile && { here: middleOf(around, profile) })}
          />
        )}
      </section>
      <CompanyLinks />
    </div>
  )
}
