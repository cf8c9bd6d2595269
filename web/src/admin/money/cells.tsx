import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { PanelLink } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'

export function Amount({ cents }: { cents: number }) {
  return (
    <span className="money-amount" data-paid={cents < 0 || undefined}>
      {money(cents)}
    </span>
  )
}

type JobCellProps = {
  job: { job_id: string; title: string } | null
  partner?: { company_name: string } | null
  /** Said where there is no job. */
  none: string
}

/** The job of an amount, which leads to its page, with the partner who handed it over. */
export function JobCell({ job, partner, none }: JobCellProps) {
  if (!job) return <span>{none}</span>
  return (
    <span className="panel-pair">
      <PanelLink className="dray-plain-link" {...placeOf.job(job.job_id)}>
        <span className="panel-cut">{job.title}</span>
      </PanelLink>
      {partner && <small>{partner.company_name}</small>}
    </span>
  )
}

type PersonCellProps = {
  person: { account_id: string; name: string | null } | null
  to: 'carrier' | 'customer'
}

export function PersonCell({ person, to }: PersonCellProps) {
  const { t } = useTexts('money')
  if (!person) return null
  return (
    <PanelLink className="dray-plain-link" {...placeOf[to](person.account_id)}>
      {person.name ?? t('erased')}
    </PanelLink>
  )
}

export function When({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <time dateTime={at} title={dayAndTime(at)}>
      {day(at)}
    </time>
  )
}
