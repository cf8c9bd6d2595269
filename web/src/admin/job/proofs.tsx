import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { distance } from '../../kit/distance.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { exactTime } from '../../kit/when.ts'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { ownPath } from '../../shared/own-path.ts'

type Proof = JobForStaff['proofs'][number]

/** What carriers proved: photo, instants, place, and what became of the code. */
export function Proofs({ job: { proofs, delivery_code: code } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  if (proofs.length === 0 && !code.asked) return null
  return (
    <Section title={t('job.proofs.title')}>
      <ul className="panel-list">
        {proofs.map((proof) => (
          <OneProof key={proof.step} proof={proof} />
        ))}
        {code.asked && (
          <li>
            <div>
              <b>{t('job.proofs.code')}</b>
              <small>{t('job.proofs.checks', { count: code.checks })}</small>
            </div>
            <Mark look={code.result === 'bypassed' ? 'bad' : undefined}>
              {t(`job.proofs.${code.result ?? 'open'}`)}
            </Mark>
          </li>
        )}
      </ul>
    </Section>
  )
}

function OneProof({ proof }: { proof: Proof }) {
  const { t } = useTexts('jobs')
  const { step, photo_url, at, tapped_at, received_at, lat, lon, accuracy_m, away_m } = proof
  return (
    <li>
      <div>
        <b>{t(`job.proofs.${step}`)}</b>
        <small>{exactTime(at)}</small>
        <small>{t('job.proofs.received', { when: exactTime(received_at) })}</small>
        {tapped_at && <small>{t('job.proofs.tapped', { when: exactTime(tapped_at) })}</small>}
        {lat !== null && lon !== null && away_m !== null && (
          <small>
            {t('job.proofs.place', { away: shortDistance(away_m), metres: Math.ceil(accuracy_m ?? 0) })}{' '}
            <span>{`${lat.toFixed(5)}, ${lon.toFixed(5)}`}</span>
          </small>
        )}
        {photo_url ? (
          <a href={ownPath(photo_url)} target="_blank" rel="noreferrer" className="job-report-photo">
            <img src={ownPath(photo_url)} alt={t(`job.proofs.${step}Photo`)} loading="lazy" />
          </a>
        ) : (
          <small>{t('job.proofs.noPhoto')}</small>
        )}
      </div>
    </li>
  )
}

const shortDistance = (metres: number): string => (metres < 1_000 ? `${metres} m` : distance(metres / 1_000))
