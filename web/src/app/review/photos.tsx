import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { useCloseButton } from '../close-button.ts'
import { ownPath } from '../own-path.ts'

type Photo = CustomerJob['photos'][number]

/** A row to swipe through; a tap shows one whole. */
export function Photos({ photos }: { photos: Photo[] }) {
  const { t } = useTranslation('app')
  const [open, setOpen] = useState<number | null>(null)
  const closeButton = useCloseButton()
  const count = photos.length
  if (count === 0) return null
  const shown = open === null ? undefined : photos[open]
  return (
    <>
      <ul className="app-photos" aria-label={t('photos.label')}>
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <button
              type="button"
              className="app-photo"
              aria-label={t('photos.open', { number: index + 1, count })}
              onClick={() => setOpen(index)}
            >
              <img
                src={ownPath(photo.url)}
                alt=""
                width={photo.width}
                height={photo.height}
                loading={index === 0 ? 'eager' : 'lazy'}
              />
            </button>
          </li>
        ))}
      </ul>
      <Modal
        closeButtonProps={closeButton}
        opened={shown !== undefined}
        onClose={() => setOpen(null)}
        size="auto"
        title={t('photos.one', { number: (open ?? 0) + 1, count })}
      >
        {shown && <Whole photo={shown} alt={t('photos.one', { number: (open ?? 0) + 1, count })} />}
      </Modal>
    </>
  )
}

function Whole({ photo, alt }: { photo: Photo; alt: string }) {
  return (
    <img
      className="app-photo-whole"
      src={ownPath(photo.url)}
      alt={alt}
      width={photo.width}
      height={photo.height}
    />
  )
}
