import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { cancelledBy } from '#contract/vocabulary.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'

export function About({ job }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const { t: audit } = useTexts('audit')
  const { external_reference, description, notes, expires_at, cancelled_by, cancellation_fee_cents } = job
  const canceller = cancelledBy.find((each) => each === cancelled_by)
  const given: (Fact | false)[] = [
    Boolean(external_reference) && [t('job.reference'), external_reference],
    [t('job.size'), job.size],
    Boolean(description) && [t('job.description'), description],
    Boolean(notes) && [t('job.customerNotes'), notes],
    [t('job.created'), dayAndTime(job.created_at)],
    [t('job.changed'), dayAndTime(job.updated_at)],
    job.status === 'draft' && expires_at !== null && [t('job.expires'), dayAndTime(expires_at)],
    canceller !== undefined && [t('job.cancelledBy'), t(`job.actors.${canceller}`)],
    cancellation_fee_cents !== null && [t('job.fee'), money(cancellation_fee_cents)],
    Boolean(job.successor_id) && [t('job.successor'), <Other key="next" jobId={job.successor_id ?? ''} />],
    Boolean(job.predecessor_id) && [
      t('job.predecessor'),
      <Other key="before" jobId={job.predecessor_id ?? ''} />,
    ],
    [t('job.shortId'), <code key="short">{job.short_id}</code>],
    [t('job.id'), <code key="id">{job.job_id}</code>],
  ]
  return (
    <Section title={t('job.about')}>
      {job.data_removed_at && <p>{t('job.dataRemoved', { when: dayAndTime(job.data_removed_at) })}</p>}
      <Facts facts={given.filter((fact) => fact !== false)} />
      <p>
        <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: job.job_id }}>
          {audit('history')}
        </PanelLink>
      </p>
    </Section>
  )
}

/** A link to another job of the chain: a carrier gave the earlier one back (decision 65). */
function Other({ jobId }: { jobId: string }) {
  const { t } = useTexts('jobs')
  return (
    <PanelLink className="dray-plain-link" {...placeOf.job(jobId)}>
      {t('job.shownJob')}
    </PanelLink>
  )
}
