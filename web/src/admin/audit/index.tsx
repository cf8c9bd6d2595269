import { useQuery } from '@tanstack/react-query'
import { type AuditEvent, listAuditEvents } from '#contract/admin/audit.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { ExportMenu } from './export-menu.tsx'
import { OnlyTarget } from './only-target.tsx'
import { Actor, Target } from './parts.tsx'
import { auditFilterNames, queryOf } from './query.ts'
import { useActName } from './use-act-name.ts'

/** Every change with who made it, newest first. */
export function AuditLog() {
  const { t } = useTexts('audit')
  const [address, change] = useAddress()
  const query = { ...queryOf(address), ...(address.before && { before: address.before }) }
  const { data, error, refetch } = useQuery(reading(listAuditEvents, { query }))
  const opened = data?.events.find(({ event_id }) => String(event_id) === address.event)
  return (
    <Page title={t('title')} lead={t('lead')} actions={<ExportMenu />}>
      <AuditFilters key={auditFilterNames.map((name) => address[name]).join()} />
      <OnlyTarget events={data?.events} />
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={data?.events}
        rowId={({ event_id }) => String(event_id)}
        opens={({ event_id }) => ({ event: String(event_id) })}
        error={error}
        onRetry={() => void refetch()}
        filters={auditFilterNames}
        empty={{ title: t('none'), text: t('noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
      <EventDrawer event={opened} onClose={() => change({ event: undefined })} />
    </Page>
  )
}

function useColumns(): Column<AuditEvent>[] {
  const { t } = useTexts('audit')
  const actName = useActName()
  return [
    { id: 'act', head: t('act'), isMain: true, cell: ({ act }) => actName(act) },
    { id: 'actor', head: t('actor'), cell: ({ actor }) => <Actor actor={actor} /> },
    {
      id: 'targets',
      head: t('target'),
      grows: true,
      cell: ({ act, targets }) =>
        targets.map((target) => <Target key={target.id} target={target} act={act} />),
    },
    { id: 'reason', head: t('reason'), grows: true, cell: ({ reason }) => reason },
    { id: 'at', head: t('at'), cell: ({ at }) => <time dateTime={at}>{dayAndTime(at)}</time> },
  ]
}
