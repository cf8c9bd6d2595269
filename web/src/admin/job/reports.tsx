import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { reportedKinds } from '#contract/reports.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, exactTime } from '../../kit/when.ts'
import { PanelLink } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { ownPath } from '../../shared/own-path.ts'
import { placeOf } from '../places.ts'

/** What was reported about the job, and a doubt about its delivery. */
export function Reports({ job: { reports, trip_reports, doubt } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const enderOf = (by: string) =>
    by === 'customer' || by === 'staff' || by === 'system' ? t(`job.actors.${by}`) : by
  if (reports.length === 0 && trip_reports.length === 0 && !doubt) return null
  return (
    <Section title={t('job.reports')}>
      <ul className="panel-list">
        {doubt && (
          <li>
            <div>
              <b>{t('job.doubtTitle')}</b>
              <small>{t('job.doubt', { when: dayAndTime(doubt.earliest_at) })}</small>
              {doubt.reason && <p>{t('job.doubtReason', { reason: doubt.reason })}</p>}
              {!doubt.resolved_by && <small>{t('job.doubtOpen')}</small>}
              {doubt.resolved_by && (
                <small>{t('job.doubtResolved', { name: enderOf(doubt.resolved_by) })}</small>
              )}
            </div>
            <Mark look={doubt.resolved_by ? undefined : 'bad'}>
              {t(doubt.resolved_by ? 'job.doubtEnded' : 'job.reportStates.open')}
            </Mark>
          </li>
        )}
        {reports.map((report) => (
          <OneReport key={report.problem_id} report={report} />
        ))}
        {trip_reports.map((report) => (
          <OneTripReport key={report.report_id} report={report} />
        ))}
      </ul>
    </Section>
  )
}

export function OneReport({ report }: { report: JobForStaff['reports'][number] }) {
  const { t } = useTexts('jobs')
  const { t: today } = useTexts('today')
  const { kind, text, answer, status, resolution, created_at, reported_by, late } = report
  const known = reportedKinds.find((each) => each === kind)
  return (
    <li>
      <div>
        <b className="job-report-kind">{known ? today(`problems.${known}`) : kind}</b>
        <small>
          {t(`job.actors.${reported_by}`)} · {dayAndTime(created_at)}
        </small>
        {late && <LateStep late={late} />}
        {text && <p>{text}</p>}
        {answer && <p>{t('job.problemAnswer', { answer })}</p>}
        {resolution && <small>{resolution}</small>}
      </div>
      <Mark look={status === 'open' ? 'bad' : undefined}>
        {t(late && status === 'upheld' ? 'job.tripStates.upheld' : `job.reportStates.${status}`)}
      </Mark>
    </li>
  )
}

type Late = NonNullable<JobForStaff['reports'][number]['late']>

/** What the carrier did before the job was cancelled or moved. */
function LateStep({ late: { carrier_id, collected_tapped_at, delivered_tapped_at, code } }: { late: Late }) {
  const { t } = useTexts('jobs')
  return (
    <>
      {collected_tapped_at && <p>{t('job.lateCollected', { when: exactTime(collected_tapped_at) })}</p>}
      {delivered_tapped_at && <p>{t('job.lateDelivered', { when: exactTime(delivered_tapped_at) })}</p>}
      {code && <p>{t(`job.lateCodes.${code}`)}</p>}
      <PanelLink className="dray-plain-link" {...placeOf.carrier(carrier_id)}>
        {t('job.lateCarrier')}
      </PanelLink>
    </>
  )
}

/** A report of a carrier that could not collect. */
export function OneTripReport({ report }: { report: JobForStaff['trip_reports'][number] }) {
  const { t } = useTexts('jobs')
  const { t: today } = useTexts('today')
  const { kind, text, photo_url, answer, status, resolution, created_at, fee_cents, arrived_at, away_km } =
    report
  const facts = [
    t('job.actors.carrier'),
    dayAndTime(created_at),
    arrived_at && t('job.tripArrived', { when: dayAndTime(arrived_at) }),
    away_km !== null && t('job.tripAway', { distance: distance(away_km) }),
  ]
  return (
    <li>
      <div>
        <b className="job-report-kind">{today(`trips.${kind}`)}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        {text && <p>{text}</p>}
        {photo_url && (
          <a href={ownPath(photo_url)} target="_blank" rel="noreferrer" className="job-report-photo">
            <img src={ownPath(photo_url)} alt={t('job.tripPhoto')} loading="lazy" />
          </a>
        )}
        {answer && <p>{t('job.tripAnswer', { answer })}</p>}
        {fee_cents > 0 && <small>{t('job.tripFee', { fee: money(fee_cents) })}</small>}
        {resolution && <small>{resolution}</small>}
      </div>
      <Mark look={status === 'answered' ? 'bad' : undefined}>{t(`job.tripStates.${status}`)}</Mark>
    </li>
  )
}
