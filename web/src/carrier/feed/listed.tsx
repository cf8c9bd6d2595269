import { Button, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type CarrierProfile, saveCarrier } from '#contract/app/carrier.ts'
import type { FeedJob } from '#contract/app/job.ts'
import { distance } from '../../kit/distance.ts'
import { limitsOf } from '../../kit/limits.ts'
import { lazyMap } from '../../kit/map/lazy-map.tsx'
import { useOnline } from '../../kit/online.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { Empty } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'
import { IconMapSearch } from '../icons.ts'
import { useNow } from '../use-now.ts'
import { FeedCard } from './card.tsx'
import { useNews } from './use-news.ts'

const JobsMap = lazyMap(() => import('./jobs-map.tsx').then((file) => file.JobsMap))

type View = 'list' | 'map'

type ListedProps = {
  jobs: FeedJob[]
  profile: CarrierProfile | undefined
  /** When the list was read, in milliseconds since the epoch. `isOld`: later requests have failed. */
  readAt: number
  isOld: boolean
  hasMore: boolean
}

/** The jobs nearby as a list, with an optional map above it; the device remembers that choice. */
export function Listed({ jobs, profile, readAt, isOld, hasMore }: ListedProps) {
  const { t } = useTexts('carrier')
  const [view, setView] = useView()
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
          <SegmentedControl
            aria-label={t('feed.view')}
            fullWidth
            value={view}
            onChange={(chosen) => setView(chosen)}
            data={(['list', 'map'] as const).map((value) => ({ value, label: t(`feed.${value}`) }))}
          />
          {view === 'map' && <MapAbove jobs={jobs} profile={profile} />}
          <Around jobs={jobs} profile={profile} hasMore={hasMore} />
          <ul className="carrier-list" aria-label={t('feed.list_name')}>
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
  return (
    <div style={{ minHeight: mapHeight + 48 }}>
      <Suspense fallback={<div className="dray-map" style={{ height: mapHeight }} />}>
        <JobsMap jobs={jobs} height={mapHeight} {...(profile && { here: profile.base })} />
      </Suspense>
    </div>
  )
}

function Around({ jobs, profile, hasMore }: Pick<ListedProps, 'jobs' | 'profile' | 'hasMore'>) {
  const { t } = useTexts('carrier')
  const where = profile && {
    count: jobs.length,
    radius: distance(profile.radius_km),
    place: placeOf(profile),
  }
  return (
    <Text size="sm" c="dimmed" style={{ minHeight: '1.4rem' }}>
      {where && t('feed.around', where)}
      {where && hasMore && ` (${t('feed.and')})`}
    </Text>
  )
}

function Nothing({ profile }: Pick<ListedProps, 'profile'>) {
  const { t } = useTexts('carrier')
  const where = profile && { radius: distance(profile.radius_km), place: placeOf(profile) }
  const isWidest = profile !== undefined && profile.radius_km >= widestKm
  return (
    <Empty
      icon={<IconMapSearch size={48} aria-hidden />}
      title={t('feed.emptyTitle')}
      {...(where && { text: isWidest ? t('feed.emptyWidest', where) : t('feed.emptyText', where) })}
      action={
        !isWidest && (
          <Button component={Link} to="/carrier/profile">
            {t('feed.widen')}
          </Button>
        )
      }
    />
  )
}

const { max: widestKm = Number.POSITIVE_INFINITY } = limitsOf(saveCarrier.body, 'radius_km')

/** Town of the base, or the whole address if it names no town. */
const placeOf = ({ base_place, base_address }: CarrierProfile): string => base_place || base_address
