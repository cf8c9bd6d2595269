import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ownPath } from '../own-path.ts'
import { Section } from '../section.tsx'

/** The photo that the carrier took at the door. */
export function DeliveryPhoto({ photo }: { photo: CustomerJob['delivery_photo'] }) {
  const { t } = useTexts('app')
  if (!photo) return null
  return (
    <Section title={t('photos.delivery')}>
      <img
        className="app-photo-whole"
        src={ownPath(photo.url)}
        alt={t('photos.delivery')}
        width={photo.width}
        height={photo.height}
        loading="lazy"
      />
    </Section>
  )
}
