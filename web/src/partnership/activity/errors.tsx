import './activity.css'
import { useQuery } from '@tanstack/react-query'
import type { ErrorGroup } from '#contract/admin/activity.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { usePartnership } from '../reads.ts'
import { KeyFilter } from './key-filter.tsx'

/** The refused and failed requests by cause, each with the paragraph of the guide that says what to do. */
export function ErrorsByCause() {
  const { t } = useTexts('partners')
  const [{ of }] = useAddress()
  const { data, error, refetch } = useQuery(usePartnership().errors(of ? { key_id: of } : {}))
  return (
    <>
      <Filters>
        <KeyFilter />
      </Filters>
      <div className="panel-named-cells">
        <DataTable
          label={t('errors.title')}
          columns={useColumns()}
          rows={data?.errors}
          rowId={({ status, error, field }) => `${status} ${error} ${field}`}
          error={error}
          onRetry={() => void refetch()}
          filters={['of']}
          empty={{ title: t('errors.none'), text: t('errors.noneText') }}
        />
      </div>
    </>
  )
}

function useColumns(): Column<ErrorGroup>[] {
  const { requestsPage } = usePartnership()
  const { t } = useTexts('partners')
  return [
    {
      id: 'cause',
      head: t('errors.cause'),
      isMain: true,
      grows: true,
      cell: ({ status, error, field }) => (
        <span className="panel-pair">
          <code>{error ? `${status} ${error}` : status}</code>
          {field && <small>{`${t('errors.field')}: ${field}`}</small>}
        </span>
      ),
    },
    { id: 'calls', head: t('errors.calls'), sortBy: ({ calls }) => calls, cell: ({ calls }) => calls },
    {
      id: 'last',
      head: t('errors.last'),
      sortBy: ({ last_at }) => last_at,
      cell: ({ last_at }) => fromNow(last_at),
    },
    {
      id: 'first',
      head: t('errors.first'),
      isForDesk: true,
      sortBy: ({ first_at }) => first_at,
      cell: ({ first_at }) => dayAndTime(first_at),
    },
    {
      id: 'act',
      head: t('errors.act'),
      cell: ({ guide, status, error }) => (
        <span className="activity-links">
          <a className="dray-plain-link" href={guide} target="_blank" rel="noreferrer">
            {t('errors.guide')}
          </a>
          <PanelLink
            className="dray-plain-link"
            {...requestsPage({
              status: String(status),
              // This one is not a code of the log.
              error: error && error !== 'duplicate_reference' ? error : undefined,
            })}
          >
            {t('errors.show')}
          </PanelLink>
        </span>
      ),
    },
  ]
}
