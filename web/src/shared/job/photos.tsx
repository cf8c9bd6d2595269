import { lazy, Suspense, useRef, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ownPath } from '../own-path.ts'

const loadWhole = () => import('./whole-photo.tsx')
const WholePhoto = lazy(() => loadWhole().then((file) => ({ default: file.WholePhoto })))

/** A row of photos to swipe; a tap opens a photo full-screen. */
export function Photos({ photos }: { photos: CustomerJob['photos'] }) {
  const { t } = useTexts('app')
  const [whole, setWhole] = useState({ index: 0, opened: false, wasOpened: false })
  const opener = useRef<HTMLButtonElement>(null)
  // Returns the keyboard focus to the photo that was opened.
  const close = () => {
    setWhole({ ...whole, opened: false })
    opener.current?.focus()
  }
  const count = photos.length
  if (count === 0) return null
  return (
    <>
      <ul className="app-photos" aria-label={t('photos.label')}>
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <button
              type="button"
              className="app-photo"
              aria-label={t('photos.open', { number: index + 1, count })}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget
                setWhole({ index, opened: true, wasOpened: true })
              }}
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
        {whole.wasOpened && (
          <WholePhoto
            key={whole.index}
            photos={photos}
            first={whole.index}
            opened={whole.opened}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
