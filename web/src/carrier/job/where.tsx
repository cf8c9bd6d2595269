import { Stack, Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import type { FullStop } from '#contract/app/job-parts.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useTripDistance } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import { useFloorText } from '../../shared/job/floor-text.ts'
import { TripMap } from '../../shared/job/trip-map.tsx'
import { Section } from '../../shared/section.tsx'
import { IconMapShare } from '../icons.ts'
import { mapsLink } from './maps-link.ts'

/** The exact addresses, each with a link to the maps app. */
export function Where({ job }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  const tripDistance = useTripDistance()
  const isApproximate = job.pickup.approximate || job.dropoff.approximate
  return (
    <Section title={t('job.addresses')}>
      <Stack>
        <ol className="app-stops">
          <Stop kind="pickup" stop={job.pickup} />
          <Stop kind="dropoff" stop={job.dropoff} />
        </ol>
        <Text>
          {tripDistance.brief(job)} · {duration(job.duration_minutes)}
        </Text>
        <TripMap
          pickup={job.pickup}
          dropoff={job.dropoff}
          road={job.road}
          {...(isApproximate && { note: t('job.approximate') })}
        />
      </Stack>
    </Section>
  )
}

function Stop({ kind, stop }: { kind: 'pickup' | 'dropoff'; stop: FullStop }) {
  const { t } = useTexts(['carrier', 'kit'])
  const { address } = stop
  return (
    <li>
      <span className="app-letter" data-kind={kind} aria-hidden>
        {kind === 'pickup' ? 'A' : 'B'}
      </span>
      <div>
        <Text size="sm" c="dimmed">
          {t(`kit:map.${kind}`)}
        </Text>
        <Text fw={600}>{address}</Text>
        <Text size="sm">{useFloorText(stop)}</Text>
        <a
          className="carrier-stop-map"
          href={mapsLink(stop)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('job.openMapOf', { address })}
        >
          <IconMapShare size={20} aria-hidden />
          {t('job.openMap')}
        </a>
      </div>
    </li>
  )
}
