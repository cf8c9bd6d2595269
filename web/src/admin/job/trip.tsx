import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { distance } from '../../kit/distance.ts'
import { RouteMap } from '../../kit/map/route-map.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { duration } from '../../kit/when.ts'
import { Facts } from '../../panel/facts.tsx'
import { Section } from '../../panel/section.tsx'

const height = 260

/** Both ends on the map with their uncertainty, and how they were found. */
export function Trip({ job: { pickup, dropoff, route, duration_minutes } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  // The built-in estimate is named by the note.
  const from = route.source === 'embedded' ? '' : ` · ${route.source}`
  const note = route.approximate ? ` (${t('job.approximate')})` : ''
  return (
    <Section title={t('job.trip')}>
      <div className="job-map">
        <RouteMap
          pickup={pointOf(pickup)}
          dropoff={pointOf(dropoff)}
          height={height}
          note={t('job.mapNote')}
        />
      </div>
      <Facts
        facts={[
          [t('job.pickup'), <Stop key="pickup" stop={pickup} />],
          [t('job.dropoff'), <Stop key="dropoff" stop={dropoff} />],
          [t('job.distance'), `${distance(route.distance_km)}${from}${note}`],
          [t('job.drive'), duration(Math.round(route.drive_minutes))],
          [t('job.work'), duration(duration_minutes)],
        ]}
      />
    </Section>
  )
}

type End = JobForStaff['pickup']

const pointOf = ({ lat, lon, address, uncertainty_km }: End) => ({
  lat,
  lon,
  name: address,
  uncertaintyKm: uncertainty_km,
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function Stop({ stop }: { stop: End }) {
  const { t } = useTexts('jobs')
  const { address, floor, has_elevator, precision, uncertainty_km, provider } = stop
  const lift = has_elevator === null ? null : t(has_elevator ? 'job.elevator' : 'job.noElevator')
  const door = [floor !== null && t('job.floor', { floor }), lift].filter(Boolean).join(', ')
  const found = [
    t(`job.precisions.${precision}`),
    uncertainty_km > 0 && t('job.uncertain', { km: distance(uncertainty_km) }),
    provider === 'embedded' ? t('job.foundHere') : t('job.foundBy', { provider }),
  ]
  return (
    <span className="panel-pair">
      {address}
      {door && <small>{door}</small>}
      <small>{capital(found.filter(Boolean).join(', '))}</small>
    </span>
  )
}
