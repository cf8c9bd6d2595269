import type { ListedJob } from '#contract/admin/listed-job.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { JobMarks } from '../job/marks.tsx'
import { placeOf } from '../places.ts'

export function useColumns(): Column<ListedJob>[] {
  const { t } = useTexts('jobs')
  return [
    {
      id: 'job',
      head: t('list.job'),
      isMain: true,
      grows: true,
      cell: (job) => <Name job={job} />,
    },
    { id: 'status', head: t('list.status'), cell: (job) => <JobMarks job={job} /> },
    {
      id: 'trip',
      head: t('list.trip'),
      cell: ({ pickup_town, dropoff_town, distance_km, size }) => (
        <span className="panel-pair">
          <span className="panel-trip">{[pickup_town, dropoff_town].filter(Boolean).join(' → ')}</span>
          <small>{[distance(distance_km), size].join(' · ')}</small>
        </span>
      ),
    },
    {
      id: 'people',
      head: t('list.people'),
      isForDesk: true,
      cell: ({ customer, customer_phone, carrier }) => (
        <span className="panel-pair">
          {customer?.name || (customer_phone && shownPhone(customer_phone))}
          <small>{carrier?.name ?? ''}</small>
        </span>
      ),
    },
    {
      id: 'price',
      head: t('list.price'),
      isNumber: true,
      cell: ({ total_cents, money: state }) => (
        <span className="panel-pair">
          {money(total_cents)}
          {state && <small>{t(`moneyStates.${state}`)}</small>}
        </span>
      ),
    },
    {
      id: 'created',
      head: t('list.created'),
      isForDesk: true,
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {day(created_at)}
        </time>
      ),
    },
  ]
}

/** Title, which opens the job, with the reference of its partner. */
function Name({ job: { job_id, title, external_reference, partner } }: { job: ListedJob }) {
  const { t } = useTexts('jobs')
  return (
    <span className="panel-pair">
      <RowLink {...placeOf.job(job_id)}>
        <span className="panel-cut">{title}</span>
      </RowLink>
      <small className="panel-cut">
        {[external_reference, partner?.company_name ?? t('ownApp')].filter(Boolean).join(' · ')}
      </small>
    </span>
  )
}
