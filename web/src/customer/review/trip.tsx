import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type TripDistance, useTripDistance } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import { TripMap } from '../../shared/job/trip-map.tsx'
import { TripStop } from '../../shared/job/trip-stop.tsx'
import { Section } from '../../shared/section.tsx'

type Trip = Pick<CustomerJob, 'pickup' | 'dropoff' | 'duration_minutes'> & TripDistance

type TripSectionProps = Trip & { hasMap?: boolean; children?: ReactNode }

/** Pickup and dropoff as text, then a map, and what belongs to the map. */
export function TripSection({ hasMap = true, children, ...trip }: TripSectionProps) {
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
        {hasMap && (
          <TripMap
            pickup={pickup}
            dropoff={dropoff}
            {...(isApproximate && { note: t('stop.approximate') })}
          />
        )}
        {children}
      </Stack>
    </Section>
  )
}
