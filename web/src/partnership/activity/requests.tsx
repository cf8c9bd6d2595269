import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LoggedRequest } from '#contract/admin/activity.ts'
import { locale } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { CsvLink } from '../../panel/csv-link.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { DayFields } from '../../panel/day-fields.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { usePartnership } from '../reads.ts'
import { KeyFilter } from './key-filter.tsx'
import { requestFilterNames, requestQuery } from './request-query.ts'

/** The log of a partner's requests, with filters and a CSV export of the filtered rows. */
export function Requests() {
  const { t } = useTexts('partners')
  const [address] = useAddress()
  const query = requestQuery(address)
  const { before } = address
  const { requests, requestsFile } = usePartnership()
  const { data, error, refetch } = useQuery(requests({ ...query, ...(before && { before }) }))
  return (
    <>
      <div className="panel-line">
        <p>
          {t('requests.lead')} {t('requests.unknownKeys')}
        </p>
        <CsvLink href={requestsFile(query)} />
      </div>
      <RequestFilters key={requestFilterNames.map((name) => address[name]).join()} />
      {data?.recorded_until && (
        <p className="panel-verdict" data-kind="differs">
          {t('requests.recordedUntil', { when: dayAndTime(data.recorded_until) })}
        </p>
      )}
      <DataTable
        label={t('requests.title')}
        columns={useColumns()}
        rows={data?.requests}
        rowId={({ request_id }) => request_id}
        error={error}
        onRetry={() => void refetch()}
        filters={requestFilterNames}
        empty={{ title: t('requests.none'), text: t('requests.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </>
  )
}

const routes = ['/v1/pricing/estimate', '/v1/jobs', '/v1/jobs/:job_id']

function RequestFilters() {
  const { t } = useTexts('partners')
  const [address, change] = useAddress()
  const filter = (values: FormData) => {
    const typed = (['request', 'status', 'error', 'route', 'from', 'to'] as const).map((name) => {
      const value = values.get(name)
      return [name, typeof value === 'string' ? value.trim() : undefined]
    })
    change({ ...Object.fromEntries(typed), before: undefined })
  }
  return (
    <Filters onSubmit={filter}>
      <TextInput
        name="request"
        label={t('requests.request')}
        placeholder={t('requests.requestHelp')}
        maxLength={36}
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={address.request}
      />
      <KeyFilter />
      <TextInput
        name="status"
        label={t('requests.status')}
        placeholder="429"
        inputMode="numeric"
        maxLength={3}
        defaultValue={address.status}
      />
      <TextInput
        name="error"
        label={t('requests.error')}
        placeholder={t('requests.errorHelp')}
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={address.error}
      />
      <NativeSelect
        name="route"
        label={t('requests.route')}
        data={[
          { value: '', label: t('requests.anyRoute') },
          ...routes,
          { value: 'none', label: t('requests.noRoute') },
        ]}
        defaultValue={address.route ?? ''}
      />
      <DayFields />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('requests.apply')}
        </Button>
      </div>
    </Filters>
  )
}

function useColumns(): Column<LoggedRequest>[] {
  const { t } = useTexts('partners')
  const ms = (value: number) =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond' }).format(value)
  const exactly = new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'medium' })
  return [
    {
      id: 'call',
      head: t('requests.call'),
      isMain: true,
      cell: ({ method, route }) => <code>{`${method} ${route}`}</code>,
    },
    {
      id: 'status',
      head: t('requests.status'),
      cell: ({ status }) => <Mark look={status < 400 ? 'good' : 'bad'}>{status}</Mark>,
    },
    {
      id: 'error',
      head: t('requests.error'),
      grows: true,
      cell: ({ error, field }) => error && <code>{[error, field].filter(Boolean).join(' · ')}</code>,
    },
    {
      id: 'ms',
      head: t('requests.latency'),
      isForDesk: true,
      isNumber: true,
      cell: ({ latency_ms }) => ms(latency_ms),
    },
    {
      id: 'id',
      head: t('requests.id'),
      isForDesk: true,
      cell: ({ request_id }) => (
        <code title={request_id}>{`${request_id.slice(0, 4)}…${request_id.slice(-8)}`}</code>
      ),
    },
    {
      id: 'at',
      head: t('requests.at'),
      cell: ({ at }) => <time dateTime={at}>{exactly.format(new Date(at))}</time>,
    },
  ]
}
