import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { JobSummary } from '#contract/app/job.ts'
import { IconPackage } from '../../kit/icons.ts'
import { money } from '../../kit/money.ts'
import { shortReference } from '../../kit/short-reference.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { ownPath } from '../own-path.ts'
import { UnreadMark } from '../talk/unread-mark.tsx'
import { ListedTime } from './listed-time.tsx'
import { StageMark, stageOfSummary } from './stage.tsx'

type JobCardProps = { job: JobSummary; to: '/app/jobs/$jobId' | '/carrier/jobs/$jobId' }

/** One job of a list, for customers and carriers: title, places, date, reference, state and amount. */
export function JobCard({ job, to }: JobCardProps) {
  // With the texts of times, because a line that suspends would hide the list.
  const { t } = useTexts(['app', 'time'])
  const { started_at, expires_at, refunded_cents, refund_on_its_way_cents, job_id } = job
  return (
    <Link to={to} params={{ jobId: job_id }} className="dray-card app-job">
      <span className="app-thumb">
        {job.photo ? (
          <img src={ownPath(job.photo.url)} alt="" loading="lazy" />
        ) : (
          <IconPackage size={32} aria-hidden />
        )}
      </span>
      <span className="app-job-words">
        <span className="app-job-name">{job.title}</span>
        <Text span display="block" size="sm" c="dimmed">
          {job.pickup_place} → {job.dropoff_place}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          <time dateTime={started_at}>{day(started_at)}</time>
          {' · '}
          {t('jobs.reference', { reference: shortReference(job_id) })}
        </Text>
        {/* A list that an earlier version of the app has stored has no time. */}
        {job.time && <ListedTime time={job.time} />}
        {expires_at && (
          <Text span display="block" size="sm">
            {t('jobs.until', { when: dayAndTime(expires_at) })}
          </Text>
        )}
        <span className="app-job-line">
          <StageMark stage={stageOfSummary(job)} />
          <UnreadMark count={job.unread} />
          <span className="app-job-amount">
            {money(job.amount_cents)}
            <ListedRefund state="done" cents={refunded_cents - refund_on_its_way_cents} />
            <ListedRefund state="on_its_way" cents={refund_on_its_way_cents} />
          </span>
        </span>
      </span>
    </Link>
  )
}

function ListedRefund({ state, cents }: { state: 'done' | 'on_its_way'; cents: number }) {
  const { t } = useTexts('app')
  if (cents === 0) return null
  return (
    <Text span display="block" size="sm" fw={400}>
      {t(`refund.inList.${state}`, { amount: money(cents) })}
    </Text>
  )
}
