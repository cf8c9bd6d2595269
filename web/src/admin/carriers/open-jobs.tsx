import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { RecordList } from '../person/record-list.tsx'

type OpenJob = CarrierForStaff['open_jobs'][number]

/** The accepted jobs that are not finished. */
export function OpenJobs({ jobs, count }: { jobs: OpenJob[]; count: number }) {
  const { t } = useTexts('people')
  return (
    <RecordList
      title={t('carriers.openJobs')}
      {...(count > jobs.length && { text: t('carriers.openJobsMore', { count }) })}
      none={t('carriers.noOpenJobs')}
      columns={useColumns()}
      rows={jobs}
      rowId={({ job_id }) => job_id}
    />
  )
}

function useColumns(): Column<OpenJob>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'job',
      head: t('job'),
      isMain: true,
      grows: true,
      cell: ({ job_id, title }) => <RowLink to={`/admin/jobs/${job_id}`}>{title}</RowLink>,
    },
    { id: 'stage', head: t('carriers.stage'), cell: (job) => t(`carriers.stages.${stageOf(job)}`) },
    {
      id: 'accepted',
      head: t('carriers.accepted'),
      cell: ({ accepted_at }) => accepted_at && dayAndTime(accepted_at),
    },
  ]
}

const stageOf = ({ collected_at, delivered_at }: OpenJob) =>
  delivered_at ? 'delivered' : collected_at ? 'collected' : 'accepted'
