import { Stack, Text } from '@mantine/core'
import type { FeedJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useTripDistance } from '../../kit/trip-distance.ts'
import { duration, wholeHours } from '../../kit/when.ts'
import { Photos } from '../../shared/job/photos.tsx'
import { TripMap } from '../../shared/job/trip-map.tsx'
import { TripStop } from '../../shared/job/trip-stop.tsx'
import { Section } from '../../shared/section.tsx'
import { WishList } from '../../shared/time/wish-list.tsx'
import { useNow } from '../../shared/use-now.ts'
import { CustomerRating } from '../customer-rating.tsx'
import type { Around } from '../feed/choices.ts'
import { HourlyEstimate } from '../feed/hourly.tsx'
import { usePosted } from '../feed/posted.ts'
import { useStairs } from '../feed/stairs.ts'
import { useWhere } from '../feed/where.ts'

/** `around`: where the distances of the job are measured from. */
type OfferDetailsProps = { job: FeedJob; around: Around }

/** Pay, item and places of an offer; only towns are shown before it is accepted. */
export function OfferDetails({ job, around }: OfferDetailsProps) {
  const { t } = useTexts(['carrier', 'time'])
  return (
    <Stack>
      <Summary job={job} around={around} />
      {job.wishes.length > 0 && (
        <div className="dray-card">
          <WishList label={t('time:suits')} wishes={job.wishes} timeZone={job.time_zone} />
        </div>
      )}
      <Photos photos={job.photos} />
      <Section title={t('offer.trip')}>
        <Stack>
          <ol className="app-stops">
            <TripStop kind="pickup" title={job.pickup.place} stop={job.pickup} />
            <TripStop kind="dropoff" title={job.dropoff.place} stop={job.dropoff} />
          </ol>
          <TripMap pickup={job.pickup} dropoff={job.dropoff} note={t('offer.exactLater')} />
        </Stack>
      </Section>
      {job.description && (
        <Section title={t('offer.item')}>
          <p className="app-text">{job.description}</p>
        </Section>
      )}
    </Stack>
  )
}

function Summary({ job, around }: OfferDetailsProps) {
  const { t } = useTexts('carrier')
  const stairs = useStairs(job.pickup, job.dropoff)
  const now = useNow()
  const tripDistance = useTripDistance()
  const where = useWhere(around)
  const facts = [
    [t('offer.distance'), tripDistance.withBasis(job)],
    [t('offer.duration'), duration(job.duration_minutes)],
    [t('collect.within'), wholeHours(job.collect_hours)],
    [t('offer.size'), t(`form.size.${job.size}`)],
    [t('offer.stairs'), stairs ?? t('offer.noStairs')],
  ]
  return (
    <div className="dray-card">
      <Stack gap="sm">
        <h2 className="app-section">{job.title}</h2>
        <div>
          <Text c="dimmed">{t('offer.earn')}</Text>
          <p className="carrier-earns">{money(job.earns_cents)}</p>
          <HourlyEstimate job={job} />
          <Text>{where(job)}</Text>
          <Text c="dimmed">{usePosted(job.posted_at, now)}</Text>
        </div>
        <dl className="app-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{t('offer.customer')}</dt>
            <dd>
              <CustomerRating rating={job.customer_rating} />
            </dd>
          </div>
        </dl>
      </Stack>
    </div>
  )
}
