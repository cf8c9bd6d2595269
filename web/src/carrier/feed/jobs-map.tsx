import { useNavigate } from '@tanstack/react-router'
import type { FeedJob } from '#contract/app/job.ts'
import { FeedMap } from '../../kit/map/feed-map.tsx'
import type { MapPoint } from '../../kit/map/points.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useFeedSearch } from './search.ts'
import { useWhere } from './where.ts'

/** Map of the jobs; each pin shows the pay. */
export function JobsMap({ jobs, here, height }: { jobs: FeedJob[]; here?: MapPoint; height: number }) {
  const { t } = useTexts('carrier')
  const navigate = useNavigate()
  const where = useWhere(useFeedSearch().around)
  const points = jobs.map((job) => {
    const { job_id, title, pickup, earns_cents } = job
    const earns = money(earns_cents)
    const name = t('feed.pin', { title, earns, where: where(job) })
    return { id: job_id, ...pickup.point, label: earns, name }
  })
  return (
    <FeedMap
      points={points}
      height={height}
      onOpen={(jobId) => void navigate({ to: '/carrier/feed/$jobId', params: { jobId } })}
      {...(here && { here })}
    />
  )
}
