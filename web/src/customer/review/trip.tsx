import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import type { FullStop } from '#contract/app/job-parts.ts'
import { type TripDistance, useTripDistance } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import { useDoor } from '../../shared/job/door.ts'
import { MapInSight } from '../../shared/job/map-in-sight.tsx'
import { Section } from '../../shared/section.tsx'

type Trip = Pick<CustomerJob, 'pickup' | 'dropoff' | 'duration_minutes'> & TripDistance

/** Pickup and dropoff as text, then a map that loads when it scrolls into view. */
export function TripSection(trip: Trip) {
  const { pickup, dropoff } = trip
  const { t } = useTranslation('app')
  const tripDistance = useTripDistance()
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
            <dd>{tripDistance.brief(trip)}</dd>
          </div>
          <div>
            <dt>
              {t('trip.duration')} ({t('trip.durationHelp')})
            </dt>
            <dd>{duration(trip.duration_minutes)}</dd>
          </div>
        </dl>
        <MapInSight
          pickup={pickup}
          dropoff={dropoff}
          {...(isApproximate && { note: t('stop.approximate') })}
        />
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
