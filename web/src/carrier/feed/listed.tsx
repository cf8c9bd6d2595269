import { SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import type { FeedJob } from '#contract/app/job.ts'
import { useHasPane } from '../../kit/desk.tsx'
import { distance } from '../../kit/distance.ts'
import { useOnline } from '../../kit/online.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'
import { useNow } from '../../shared/use-now.ts'
import { baseOf } from './base-of.ts'
import { FeedCard } from './card.tsx'
import { JobsMap } from './jobs-map.tsx'
import { middleOf } from './middle-of.ts'
import { Nothing } from './nothing.tsx'
import { type FeedSearch, useFeedSearch } from './search.ts'
import { useNews } from './use-news.ts'

type View = 'list' | 'map'

type ListedProps = {
  jobs: FeedJob[]
  profile: CarrierProfile | undefined
  /** When the list was read, in milliseconds since the epoch. `isOld`: later requests have failed. */
  readAt: number
  isOld: boolean
  hasMore: boolean
}

/**
 * The jobs nearby as a list, with an optional map above it; the device remembers that choice. On wide screens the map
 * is beside the list.
 */
export function Listed({ jobs, profile, readAt, isOld, hasMore }: ListedProps) {
  const { t } = useTexts('carrier')
  const { choices, around } = useFeedSearch()
  const isOnWay = around.kind !== 'base' && choices.isWayHome
  const [view, setView] = useView()
  const hasMapBeside = useHasPane()
  const now = useNow()
  const online = useOnline()
  const news = useNews(jobs)
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <div role="status">
        {(isOld || !online) && (
          <p className="carrier-old">
            {t('feed.age', { ago: fromNow(new Date(readAt).toISOString(), now) })}
          </p>
        )}
      </div>
      {jobs.length === 0 ? (
        <Nothing profile={profile} />
      ) : (
        <>
          {!hasMapBeside && (
            <>
              <SegmentedControl
                aria-label={t('feed.view')}
                fullWidth
                value={view}
                onChange={(chosen) => setView(chosen)}
                data={(['list', 'map'] as const).map((value) => ({ value, label: t(`feed.${value}`) }))}
              />
              {view === 'map' && <MapAbove jobs={jobs} profile={profile} />}
            </>
          )}
          <Around jobs={jobs} profile={profile} hasMore={hasMore} />
          <ul className="carrier-list" aria-label={t(isOnWay ? 'search.onWayList' : 'feed.list_name')}>
            {jobs.map((job) => (
              <li key={job.job_id}>
                <FeedCard job={job} now={now} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}

function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readSetting('feed-view') === 'map' ? 'map' : 'list'))
  const choose = (chosen: View) => {
    setView(chosen)
    writeSetting('feed-view', chosen)
  }
  return [view, choose]
}

const mapHeight = 320

function MapAbove({ jobs, profile }: Pick<ListedProps, 'jobs' | 'profile'>) {
  const { around } = useFeedSearch()
  return (
    <div style={{ minHeight: mapHeight + 48 }}>
      <JobsMap jobs={jobs} height={mapHeight} {...(profile && { here: middleOf(around, profile) })} />
    </div>
  )
}

function Around({ jobs, profile, hasMore }: Pick<ListedProps, 'jobs' | 'profile' | 'hasMore'>) {
  const { t } = useTexts('carrier')
  const said = useSaid(useFeedSearch(), profile)
  return (
    <Text size="sm" c="dimmed" style={{ minHeight: '1.4rem' }}>
      {said?.(jobs.length)}
      {said && hasMore && ` (${t('feed.and')})`}
    </Text>
  )
}

/** How many jobs are where. */
function useSaid({ choices, around }: FeedSearch, profile: CarrierProfile | undefined) {
  const { t } = useTexts('carrier')
  if (!profile) return null
  if (around.kind !== 'base' && choices.isWayHome)
    return (count: number) => t('search.onWay', { count, place: baseOf(profile) })
  const radius = distance(around.kind === 'area' ? around.area.radius_km : profile.radius_km)
  if (around.kind === 'near') return (count: number) => t('search.aroundNear', { count, radius })
  const place = around.kind === 'area' ? around.area.name : baseOf(profile)
  return (count: number) => t('feed.around', { count, radius, place })
}
