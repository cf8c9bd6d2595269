import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { ownPath } from '../own-path.ts'

const loadWhole = () => import('./whole-photo.tsx')
const WholePhoto = lazy(() => loadWhole().then((file) => ({ default: file.WholePhoto })))

/** A row to swipe through; a tap shows one whole. */
export function Photos({ photos }: { photos: CustomerJob['photos'] }) {
  const { t } = useTranslation('app')
  const [whole, setWhole] = useState({ index: 0, opened: false, wasOpened: false })
  const count = photos.length
  if (count === 0) return null
  const shown = photos[whole.index]
  return (
    <>
      <ul className="app-photos" aria-label={t('photos.label')}>
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <button
              type="button"
              className="app-photo"
              aria-label={t('photos.open', { number: index + 1, count })}
              onClick={() => setWhole({ index, opened: true, wasOpened: true })}
              onPointerEnter={() => void loadWhole()}
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
      <Suspense fallback={null}>
        {whole.wasOpened && shown && (
          <WholePhoto
            photo={shown}
            title={t('photos.one', { number: whole.index + 1, count })}
            opened={whole.opened}
            onClose={() => setWhole({ ...whole, opened: false })}
          />
        )}
      </Suspense>
    </>
  )
}
