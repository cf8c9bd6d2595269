import type { ReactNode } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import type { ProofStep } from '#contract/proof.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ownPath } from '../own-path.ts'
import { Section } from '../section.tsx'

type ProofPhotoProps = {
  step: ProofStep
  photo: CustomerJob['delivery_photo']
  /** What else is known of the step. */
  children?: ReactNode
}

/** The photo that the carrier took at the collection or the delivery. */
export function ProofPhoto({ step, photo, children }: ProofPhotoProps) {
  const { t } = useTexts('app')
  if (!photo && !children) return null
  return (
    <Section title={t(photo ? `photos.${step}` : (`photos.${step}Proof` as const))}>
      {photo && (
        <img
          className="app-photo-whole"
          src={ownPath(photo.url)}
          alt={t(`photos.${step}`)}
          width={photo.width}
          height={photo.height}
          loading="lazy"
        />
      )}
      {children}
    </Section>
  )
}
