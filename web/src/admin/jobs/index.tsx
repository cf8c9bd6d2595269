import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listJobs } from '#contract/admin/jobs.ts'
import { IconDownload } from '../../kit/icons.ts'
import { locale } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { askedOnce, useTypedTerms } from '../typed-terms.ts'
import { EditViews } from './edit-views.tsx'
import { Exports } from './exports.tsx'
import { filtersOf, jobFilterNames } from './filters.ts'
import { JobFilterLine } from './job-filters.tsx'
import { OnlyOf } from './only-of.tsx'
import { SaveView } from './save-view.tsx'
import { useColumns } from './use-columns.tsx'
import { Views } from './views.tsx'

/** All jobs: searched, filtered, in saved views, and written to a file. */
export function Jobs() {
  const { t } = useTexts('jobs')
  const [address, change] = useAddress()
  const { phone = '' } = useTypedTerms('phone')
  const [isOpen, setOpen] = useState(false)
  const filters = { ...filtersOf(address), ...(phone && { search: phone }) }
  const body = { filters, ...(address.before && { before: address.before }) }
  const { data, error, refetch } = useQuery({ ...reading(listJobs, { body }), ...(phone && askedOnce) })
  const exporting = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => change({ exports: 'yes' })}
    >
      {t('exports.act')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={exporting}>
      <Views />
      <JobFilterLine
        key={[phone, ...jobFilterNames.map((name) => address[name])].join()}
        phone={phone}
        isOpen={isOpen}
        onOpen={setOpen}
      />
      <OnlyOf />
      {phone && <p className="panel-foot">{t('list.phone')}</p>}
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={data?.jobs}
        rowId={({ job_id }) => job_id}
        error={error}
        onRetry={() => void refetch()}
        filters={jobFilterNames}
        empty={{ title: t('list.empty'), text: t('list.emptyText'), noMatch: t('list.noMatch') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
      <p className="panel-foot" role="status">
        {data?.count && <Count {...data.count} />}
      </p>
      <SaveView />
      <EditViews />
      <Exports filters={filters} />
    </Page>
  )
}

/** The number of jobs, up to the number at which the server stops counting. */
function Count({ jobs, more }: { jobs: number; more: boolean }) {
  const { t } = useTexts('jobs')
  const shown = new Intl.NumberFormat(locale()).format(jobs)
  return more ? t('list.countMore', { count: jobs, shown }) : t('list.count', { count: jobs, shown })
}
