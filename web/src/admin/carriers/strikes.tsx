import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { RecordList } from '../person/record-list.tsx'

type Strike = CarrierForStaff['strikes'][number]

/** The jobs that the carrier gave back. */
export function Strikes({ strikes, recent }: { strikes: Strike[]; recent: number }) {
  const { t } = useTexts('people')
  return (
    <RecordList
      title={t('carriers.strikes')}
      {...(strikes.length > 0 && { text: t('carriers.strikesRecent', { count: recent }) })}
      none={t('carriers.noStrikes')}
      columns={useColumns()}
      rows={strikes}
      rowId={({ job_id, at }) => `${job_id} ${at}`}
    />
  )
}

function useColumns(): Column<Strike>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'job',
      head: t('job'),
      isMain: true,
      cell: ({ job_id, title }) => <RowLink to={`/admin/jobs/${job_id}`}>{title}</RowLink>,
    },
    {
      id: 'reason',
      head: t('reason'),
      grows: true,
      cell: ({ reason }) => <span className="person-wrap">{reason ?? t('carriers.noReason')}</span>,
    },
    { id: 'at', head: t('carriers.givenBack'), cell: ({ at }) => day(at) },
  ]
}
