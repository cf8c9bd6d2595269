import { Stack } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type TripDistance, useTripDistance } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import { MapInSight } from '../../shared/job/map-in-sight.tsx'
import { TripStop } from '../../shared/job/trip-stop.tsx'
import { Section } from '../../shared/section.tsx'

type Trip = Pick<CustomerJob, 'pickup' | 'dropoff' | 'duration_minutes'> & TripDistance

/** Pickup and dropoff as text, then a map that loads when it scrolls into view. */
export function TripSection(trip: Trip) {
  const { pickup, dropoff } = trip
  const { t } = useTexts('app')
  const tripDistance = useTripDistance()
  const isApproximate = pickup.approximate || dropoff.approximate
  return (
    <Section title={t('trip.title')}>
      <Stack>
        <ol className="app-stops">
          <TripStop kind="pickup" title={pickup.address} stop={pickup} />
          <TripStop kind="dropoff" title={dropoff.address} stop={dropoff} />
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
