import { useQuery } from '@tanstack/react-query'
import { listOwnJobs, type OwnJob } from '#contract/partner-panel/jobs.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime, fromNow } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { JobFilters } from './job-filters.tsx'
import { JobMarks } from './marks.tsx'
import { jobFilterNames, jobQuery } from './query.ts'

/** The jobs that the partner handed over, newest first. */
export function Jobs() {
  const { t } = useTexts('partner')
  const [address] = useAddress()
  const { data, error, refetch } = useQuery(reading(listOwnJobs, { query: jobQuery(address) }))
  return (
    <Page title={t('nav.jobs')} lead={t('jobs.lead')}>
      <JobFilters key={jobFilterNames.map((name) => address[name]).join()} />
      <DataTable
        label={t('nav.jobs')}
        columns={useColumns()}
        rows={data?.jobs}
        rowId={({ job_id }) => job_id}
        error={error}
        onRetry={() => void refetch()}
        filters={jobFilterNames}
        empty={{ title: t('jobs.none'), text: t('jobs.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </Page>
  )
}

function useColumns(): Column<OwnJob>[] {
  const { t } = useTexts('partner')
  return [
    {
      id: 'job',
      head: t('jobs.job'),
      isMain: true,
      grows: true,
      cell: ({ job_id, title, external_reference }) => (
        <span className="panel-pair">
          <RowLink to={`/partner/jobs/${job_id}`}>
            <span className="panel-cut">{title}</span>
          </RowLink>
          <small className="panel-cut">{external_reference ?? t('jobs.noReference')}</small>
        </span>
      ),
    },
    { id: 'status', head: t('jobs.status'), cell: (job) => <JobMarks job={job} /> },
    {
      id: 'trip',
      head: t('jobs.trip'),
      cell: ({ pickup_town, dropoff_town }) => (
        <span className="panel-pair">
          <span className="panel-trip">{[pickup_town, dropoff_town].filter(Boolean).join(' → ')}</span>
        </span>
      ),
    },
    { id: 'price', head: t('jobs.price'), isNumber: true, cell: ({ total_cents }) => money(total_cents) },
    {
      id: 'created',
      head: t('jobs.created'),
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {day(created_at)}
        </time>
      ),
    },
    {
      id: 'updated',
      head: t('jobs.updated'),
      isForDesk: true,
      cell: ({ updated_at }) => (
        <time dateTime={updated_at} title={dayAndTime(updated_at)}>
          {fromNow(updated_at)}
        </time>
      ),
    },
  ]
}
