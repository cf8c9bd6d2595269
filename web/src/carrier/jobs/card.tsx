import { Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { JobSummary } from '#contract/app/job.ts'
import { StageMark, stageOfSummary } from '../../app/job/stage.tsx'
import { ownPath } from '../../app/own-path.ts'
import { money } from '../../kit/money.ts'

/** One job in a line or two, with what it brings. */
export function JobCard({ job }: { job: JobSummary }) {
  return (
    <Link to="/carrier/jobs/$jobId" params={{ jobId: job.job_id }} className="dray-card app-job">
      <span className="app-thumb">
        {job.photo ? (
          <img src={ownPath(job.photo.url)} alt="" loading="lazy" />
        ) : (
          <IconPackage size={32} aria-hidden />
        )}
      </span>
      <span style={{ minWidth: 0 }}>
        <span className="app-job-name">{job.title}</span>
        <Text span display="block" size="sm" c="dimmed">
          {job.pickup_place} → {job.dropoff_place}
        </Text>
        <span className="app-job-line">
          <StageMark stage={stageOfSummary(job)} />
          <Text span fw={650}>
            {money(job.amount_cents)}
          </Text>
        </span>
      </span>
    </Link>
  )
}
