import './job.css'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type OwnJobDetail, readOwnJob } from '#contract/partner-panel/jobs.ts'
import { funnelStages } from '#contract/vocabulary.ts'
import { ApiError } from '../../kit/api.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { CopyButton } from '../../panel/copy-field.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { Section } from '../../panel/section.tsx'
import { JobMarks } from '../jobs/marks.tsx'

/** One job: how far it came, and when. Its people and addresses are not shown here. */
export function JobPage() {
  const { jobId = '' } = useParams({ strict: false }) as { jobId?: string }
  const { t } = useTexts('partner')
  const { data, error, refetch } = useQuery(reading(readOwnJob, { params: { job_id: jobId } }))
  if (data) return <OneJob job={data} />
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return (
      <Page title={t('job.gone')} lead={t('job.goneText')} actions={<Back />}>
        {null}
      </Page>
    )
  return (
    <Page title={t('jobs.job')} actions={<Back />}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} radius="md" />
      )}
    </Page>
  )
}

function Back() {
  const { t } = useTexts('partner')
  return (
    <PanelLink className="dray-plain-link" to="/partner/jobs">
      {t('job.all')}
    </PanelLink>
  )
}

function OneJob({ job }: { job: OwnJobDetail }) {
  const { t } = useTexts('partner')
  const { job_id, title, pickup_town, dropoff_town, timeline, goes_on } = job
  return (
    <Page key={job_id} title={title} lead={<JobMarks job={job} />} actions={<Back />}>
      <div className="panel-columns">
        <Section title={[pickup_town, dropoff_town].filter(Boolean).join(' → ') || t('jobs.trip')}>
          <Facts facts={useFacts(job)} />
        </Section>
        <div>
          <Stages job={job} />
          {goes_on && (
            <Section title={t('job.goesOn')}>
              <p>{t('job.goesOnText')}</p>
              <Facts
                facts={[
                  [t('jobs.status'), t(`statuses.${goes_on.status}`)],
                  [t('jobs.updated'), dayAndTime(goes_on.updated_at)],
                ]}
              />
            </Section>
          )}
          <Section title={t('job.timeline')}>
            <ol className="panel-timeline">
              {timeline.map(({ at, from_status, to_status }) => (
                <li key={`${at} ${to_status}`}>
                  <time dateTime={at}>{dayAndTime(at)}</time>
                  <div>
                    <b>{t(from_status === null ? 'job.created' : `statuses.${to_status}`)}</b>
                  </div>
                </li>
              ))}
            </ol>
          </Section>
        </div>
      </div>
    </Page>
  )
}

function useFacts(job: OwnJobDetail): Fact[] {
  const { t } = useTexts('partner')
  const { job_id, external_reference, size, distance_km, total_cents, customer_phone, sms } = job
  const { created_at, updated_at, expires_at } = job
  const sent = sms && [t(`job.smsStates.${smsState(sms.status)}`), sms.sent_at && dayAndTime(sms.sent_at)]
  return [
    [t('jobs.reference'), external_reference ?? t('jobs.noReference')],
    [
      t('job.id'),
      <span key="id" className="partner-id">
        <code>{job_id}</code> <CopyButton text={job_id} />
      </span>,
    ],
    [t('job.size'), size],
    [t('job.distance'), distance(distance_km)],
    [t('jobs.price'), money(total_cents)],
    [t('job.phone'), customer_phone ? shownPhone(customer_phone) : t('job.phoneGone')],
    [t('job.sms'), sent ? sent.filter(Boolean).join(', ') : t('job.noSms')],
    [t('jobs.created'), dayAndTime(created_at)],
    [t('jobs.updated'), dayAndTime(updated_at)],
    ...(expires_at ? [[t('job.expires'), dayAndTime(expires_at)] as Fact] : []),
  ]
}

const smsStates = ['pending', 'sending', 'sent', 'failed', 'unknown'] as const
const smsState = (status: string) => smsStates.find((each) => each === status) ?? 'unknown'

/** The stages of a job that is handed over; the stages that it reached are marked. */
function Stages({ job: { stage } }: { job: OwnJobDetail }) {
  const { t } = useTexts('partner')
  const { t: partners } = useTexts('partners')
  const reached = funnelStages.indexOf(stage)
  return (
    <Section title={t('job.stages')}>
      <ol className="partner-stages">
        {funnelStages.map((each, index) => (
          <li
            key={each}
            data-reached={index <= reached || undefined}
            {...(index === reached && { 'aria-current': 'step' })}
          >
            {partners(`funnel.stages.${each}`)}
          </li>
        ))}
      </ol>
    </Section>
  )
}
