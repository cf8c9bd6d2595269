import { Skeleton, Stack, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerJob, FullStop } from '#contract/app/job.ts'
import { distance } from '../../kit/distance.ts'
import { duration } from '../../kit/when.ts'
import { Section } from '../section.tsx'

const RouteMap = lazy(() =>
  import('../../kit/map/route-map.tsx').then((file) => ({ default: file.RouteMap })),
)

const mapHeight = 220

type Trip = Pick<CustomerJob, 'pickup' | 'dropoff' | 'distance_km' | 'duration_minutes'>

/** From where to where, in words first; the map is drawn when it comes into sight. */
export function TripSection({ pickup, dropoff, distance_km, duration_minutes }: Trip) {
  const { t } = useTranslation('app')
  const isApproximate = pickup.approximate || dropoff.approximate
  return (
    <Section title={t('trip.title')}>
      <Stack>
        <ol className="app-stops">
          <Stop kind="pickup" stop={pickup} />
          <Stop kind="dropoff" stop={dropoff} />
        </ol>
        <dl className="app-facts">
          <div>
            <dt>{t('trip.distance')}</dt>
            <dd>{distance(distance_km)}</dd>
          </div>
          <div>
            <dt>
              {t('trip.duration')} ({t('trip.durationHelp')})
            </dt>
            <dd>{duration(duration_minutes)}</dd>
          </div>
        </dl>
        <MapInSight pickup={pickup} dropoff={dropoff} />
        {isApproximate && (
          <Text size="sm" c="dimmed">
            {t('stop.approximate')}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function Stop({ kind, stop }: { kind: 'pickup' | 'dropoff'; stop: FullStop }) {
  const { t } = useTranslation('app')
  return (
    <li>
      <span className="app-letter" data-kind={kind} aria-hidden>
        {kind === 'pickup' ? 'A' : 'B'}
      </span>
      <div>
        <Text size="sm" c="dimmed">
          {t(`stop.${kind}`)}
        </Text>
        <Text fw={600}>{stop.address}</Text>
        <Text size="sm">{useDoor(stop)}</Text>
      </div>
    </li>
  )
}

function useDoor({ floor, has_elevator }: FullStop): string {
  const { t } = useTranslation('app')
  if (floor === null || floor === 0) return floor === 0 ? t('stop.street') : ''
  const where = floor < 0 ? t('stop.basement', { count: -floor }) : t('stop.floor', { floor })
  return `${where}, ${has_elevator ? t('stop.lift') : t('stop.noLift')}`
}

/** MapLibre is large: it is downloaded for who scrolls to the map. */
function MapInSight({ pickup, dropoff }: Pick<Trip, 'pickup' | 'dropoff'>) {
  const { ref, inViewport } = useInViewport()
  const [wasSeen, setSeen] = useState(false)
  if (inViewport && !wasSeen) setSeen(true)
  const waiting = <Skeleton height={mapHeight} radius="lg" animate={false} />
  return (
    <div ref={ref} style={{ minHeight: mapHeight + 48 }}>
      {wasSeen ? (
        <Suspense fallback={waiting}>
          <RouteMap pickup={pointOf(pickup)} dropoff={pointOf(dropoff)} height={mapHeight} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

const pointOf = ({ point, place }: FullStop) => ({ ...point, name: place })
