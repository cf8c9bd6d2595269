import type { AccountForStaff } from '#contract/admin/accounts.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { RecordList } from '../person/record-list.tsx'

type Job = AccountForStaff['jobs'][number]

/** The last jobs as a customer. */
export function Jobs({ jobs }: { jobs: Job[] }) {
  const { t } = useTexts('people')
  return (
    <RecordList
      title={t('customers.jobs')}
      {...(jobs.length === maxShown && { text: t('customers.jobsLast') })}
      none={t('customers.noJobs')}
      columns={useColumns()}
      rows={jobs}
      rowId={({ job_id }) => job_id}
    />
  )
}

const maxShown = 20

function useColumns(): Column<Job>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'job',
      head: t('job'),
      isMain: true,
      grows: true,
      cell: ({ job_id, title }) => <RowLink to={`/admin/jobs/${job_id}`}>{title}</RowLink>,
    },
    { id: 'status', head: t('status'), cell: ({ status }) => t(`jobStatus.${status}`) },
    {
      id: 'total',
      head: t('customers.total'),
      isNumber: true,
      cell: ({ total_cents }) => money(total_cents),
    },
    { id: 'created', head: t('customers.created'), cell: ({ created_at }) => day(created_at) },
  ]
}
