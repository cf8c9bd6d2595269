import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LoggedRequest } from '#contract/admin/activity.ts'
import { locale } from '../../kit/money.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { usePartnership } from '../reads.ts'
import { KeyFilter } from './key-filter.tsx'
import { requestFilterNames, requestQuery } from './request-query.ts'

/** The log of a partner's calls, with filters and a file of exactly what they let through. */
export function Requests() {
  const { t } = useTranslation('partners')
  const [address] = useAddress()
  const query = requestQuery(address)
  const { before } = address
  const { requests, requestsFile } = usePartnership()
  const { data, error, refetch } = useQuery(requests({ ...query, ...(before && { before }) }))
  return (
    <>
      <div className="partner-line">
        <p>{t('requests.lead')}</p>
        <Button
          component="a"
          download
          variant="default"
          href={requestsFile(query)}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('requests.csv')}
        </Button>
      </div>
      <RequestFilters key={requestFilterNames.map((name) => address[name]).join()} />
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

const routes = ['/v1/pricing/estimate', '/v1/jobs', '/v1/jobs/:job_id', 'none']

function RequestFilters() {
  const { t } = useTranslation('partners')
  const [address, change] = useAddress()
  const filter = (values: FormData) => {
    const typed = (['status', 'error', 'route', 'from', 'to'] as const).map((name) => {
      const value = values.get(name)
      return [name, typeof value === 'string' ? value.trim() : undefined]
    })
    change({ ...Object.fromEntries(typed), before: undefined })
  }
  return (
    <Filters onSubmit={filter}>
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
        data={['', ...routes]}
        defaultValue={address.route ?? ''}
      />
      <TextInput type="date" name="from" label={t('requests.from')} defaultValue={address.from} />
      <TextInput type="date" name="to" label={t('requests.to')} defaultValue={address.to} />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('requests.apply')}
        </Button>
      </div>
    </Filters>
  )
}

function useColumns(): Column<LoggedRequest>[] {
  const { t } = useTranslation('partners')
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
      cell: ({ status }) => (
        <span className="panel-mark" data-kind={status < 400 ? 'owner' : 'suspended'}>
          {status}
        </span>
      ),
    },
    {
      id: 'error',
      head: t('requests.error'),
      grows: true,
      cell: ({ error, field }) => error && <code>{[error, field].filter(Boolean).join(' · ')}</code>,
    },
    { id: 'ms', head: t('requests.latency'), isForDesk: true, cell: ({ latency_ms }) => ms(latency_ms) },
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
