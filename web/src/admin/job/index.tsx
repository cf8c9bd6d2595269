import './job.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { ApiError } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { About } from './about.tsx'
import { ActsSection } from './acts-section.tsx'
import { ConversationSection } from './conversation.tsx'
import { JobMarks } from './marks.tsx'
import { JobMoney } from './money.tsx'
import { Notes } from './notes.tsx'
import { Parties } from './parties.tsx'
import { Photos } from './photos.tsx'
import { Proofs } from './proofs.tsx'
import { Reports } from './reports.tsx'
import { Texts } from './texts.tsx'
import { Time } from './time.tsx'
import { Timeline } from './timeline.tsx'
import { Trip } from './trip.tsx'

/** Everything about one job, and what can be done with it. */
export function JobPage() {
  const { t } = useTexts('jobs')
  const { t: member } = useTexts('member')
  const { jobId = '' } = useParams({ strict: false }) as { jobId?: string }
  const { data, error, refetch } = useQuery(reading(readJobForStaff, { params: { job_id: jobId } }))
  if (data) return <OneJob key={data.job_id} job={data} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page title={member('notFound.title')} lead={member('notFound.text')} actions={<Back />}>
        {null}
      </Page>
    )
  return (
    <Page title={t('job.title')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function OneJob({ job }: { job: JobForStaff }) {
  const trip = [job.pickup_town, job.dropoff_town].filter(Boolean).join(' → ')
  const lead = (
    <>
      <JobMarks job={job} /> {[trip, money(job.total_cents)].filter(Boolean).join(' · ')}
    </>
  )
  return (
    <Page title={job.title} lead={lead} actions={<Back />}>
      <div className="panel-columns">
        <div>
          <ActsSection job={job} />
          <Reports job={job} />
          <ConversationSection job={job} />
          <Proofs job={job} />
          <Parties job={job} />
          <Notes job={job} />
          <Timeline job={job} />
        </div>
        <div>
          <Trip job={job} />
          <Time job={job} />
          <Photos photos={job.photos} />
          <JobMoney job={job} />
          <Texts job={job} />
          <About job={job} />
        </div>
      </div>
    </Page>
  )
}

function Back() {
  const { t } = useTexts('jobs')
  return (
    <PanelLink className="dray-plain-link" to="/admin/jobs">
      {t('job.back')}
    </PanelLink>
  )
}
