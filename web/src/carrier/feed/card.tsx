import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FeedJob } from '#contract/app/job.ts'
import { IconPackage } from '../../kit/icons.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useTripDistance } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import { ownPath } from '../../shared/own-path.ts'
import { useLocalTime } from '../../shared/time/local-time.ts'
import { CustomerRating } from '../customer-rating.tsx'
import { IconCalendar, IconClock, IconMapPin, IconRoute, IconRuler2, IconStairs } from '../icons.ts'
import { useHourly } from './hourly.tsx'
import { usePosted } from './posted.ts'
import { useFeedSearch } from './search.ts'
import { useStairs } from './stairs.ts'
import { useWhere } from './where.ts'

/** A job of the feed: first its pay, then places, distance and size. */
export function FeedCard({ job, now }: { job: FeedJob; now: number }) {
  const [photo] = job.photos
  const hourly = useHourly()(job)
  return (
    <Link to="/carrier/feed/$jobId" params={{ jobId: job.job_id }} className="dray-card carrier-card">
      <span className="carrier-card-head">
        <span style={{ minWidth: 0 }}>
          <span className="carrier-earns">{money(job.earns_cents)}</span>
          {hourly && <span className="carrier-hourly">{hourly}</span>}
          <span className="carrier-route">
            {job.pickup.place} → {job.dropoff.place}
          </span>
          <span className="carrier-title">{job.title}</span>
        </span>
        <span className="app-thumb">
          {photo ? (
            <img src={ownPath(photo.url)} alt="" loading="lazy" />
          ) : (
            <IconPackage size={32} aria-hidden />
          )}
        </span>
      </span>
      <Facts job={job} />
      {job.wishes.length > 0 && <Wishes job={job} />}
      <span className="carrier-small">
        <span>{usePosted(job.posted_at, now)}</span>
        <CustomerRating rating={job.customer_rating} />
      </span>
    </Link>
  )
}

/** When it suits the customer. */
function Wishes({ job: { wishes, time_zone } }: { job: FeedJob }) {
  const { t } = useTexts('time')
  const local = useLocalTime(time_zone)
  return (
    <span className="carrier-facts">
      {wishes.map((wish) => (
        <span key={wish.starts_at} className="carrier-fact">
          <IconCalendar size={18} aria-hidden />
          <VisuallyHidden>{t('feed.suits')}: </VisuallyHidden>
          {local.wish(wish)}
        </span>
      ))}
    </span>
  )
}

function Facts({ job }: { job: FeedJob }) {
  const { t } = useTexts('carrier')
  const stairs = useStairs(job.pickup, job.dropoff)
  const tripDistance = useTripDistance()
  const where = useWhere(useFeedSearch().around)
  return (
    <span className="carrier-facts">
      <span className="carrier-fact">
        <IconMapPin size={18} aria-hidden />
        {where(job)}
      </span>
      <span className="carrier-fact">
        <IconRoute size={18} aria-hidden />
        <VisuallyHidden>{t('offer.distance')}: </VisuallyHidden>
        {tripDistance.brief(job)}
      </span>
      <span className="carrier-fact">
        <IconClock size={18} aria-hidden />
        <VisuallyHidden>{t('offer.duration')}: </VisuallyHidden>
        {duration(job.duration_minutes)}
      </span>
      <span className="carrier-fact">
        <IconRuler2 size={18} aria-hidden />
        <VisuallyHidden>{t('offer.size')}: </VisuallyHidden>
        {t(`form.size.${job.size}`)}
      </span>
      {stairs && (
        <span className="carrier-fact">
          <IconStairs size={18} aria-hidden />
          {stairs}
        </span>
      )}
    </span>
  )
}
