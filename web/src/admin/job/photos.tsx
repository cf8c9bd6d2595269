import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { ownPath } from '../../shared/own-path.ts'

/** The photos of the goods, the delivery and reports; each opens in a new tab. */
export function Photos({ photos }: Pick<JobForStaff, 'photos'>) {
  const { t } = useTexts('jobs')
  if (photos.length === 0) return null
  return (
    <Section title={t('job.photos')}>
      <ul className="job-photos">
        {photos.map(({ url, purpose, width, height }, index) => (
          <li key={url}>
            <a href={ownPath(url)} target="_blank" rel="noreferrer">
              <img
                src={ownPath(url)}
                alt={t('job.photo', { number: index + 1, purpose: t(`job.purposes.${purpose}`) })}
                width={width}
                height={height}
                loading="lazy"
              />
            </a>
            <small aria-hidden>{t(`job.purposes.${purpose}`)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
