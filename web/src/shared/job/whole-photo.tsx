import { ActionIcon, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../close-button.ts'
import { ownPath } from '../own-path.ts'

type WholePhotoProps = {
  photos: CustomerJob['photos']
  /** Index of the photo that was tapped. */
  first: number
  opened: boolean
  onClose: () => void
}

/** Full-screen photo viewer. A separate file, so the review does not wait for its download. */
export function WholePhoto({ photos, first, opened, onClose }: WholePhotoProps) {
  const { t } = useTexts('app')
  const closeButton = useCloseButton()
  const [shown, setShown] = useState(first)
  return (
    <Modal
      closeButtonProps={closeButton}
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      fullScreen
      classNames={{ body: 'app-viewer-body', content: 'app-viewer-content' }}
      title={<span role="status">{t('photos.one', { number: shown + 1, count: photos.length })}</span>}
    >
      <Viewer photos={photos} first={first} shown={shown} onShown={setShown} />
    </Modal>
  )
}

type ViewerProps = {
  photos: CustomerJob['photos']
  first: number
  shown: number
  onShown: (index: number) => void
}

/** Photos in a strip to swipe or to move with buttons and arrow keys. The current photo can be zoomed and panned. */
function Viewer({ photos, first, shown, onShown }: ViewerProps) {
  const { t } = useTexts('app')
  const strip = useRef<HTMLUListElement>(null)
  const [isLarge, setLarge] = useState(false)
  const goTo = (index: number) => {
    if (!photos[index]) return
    setLarge(false)
    onShown(index)
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  const followSwipe = () => {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 }
    const index = Math.round(scrollLeft / clientWidth)
    if (index === shown || !photos[index]) return
    setLarge(false)
    onShown(index)
  }
  // Scrolls to the tapped photo before the first paint.
  useLayoutEffect(() => {
    // In a block body: newer browsers return a promise here, which React would treat as the clean-up function.
    strip.current?.children[first]?.scrollIntoView({ inline: 'center' })
  }, [first])
  useArrows({ onLeft: () => !isLarge && goTo(shown - 1), onRight: () => !isLarge && goTo(shown + 1) })
  return (
    <div className="app-viewer">
      <ul className="app-viewer-strip" ref={strip} onScrollEnd={followSwipe} aria-label={t('photos.label')}>
        {photos.map(({ url, width, height }, index) => (
          <li key={url} data-large={isLarge && index === shown} aria-hidden={index !== shown}>
            <button
              type="button"
              className="app-viewer-photo"
              tabIndex={index === shown ? 0 : -1}
              onClick={() => setLarge(!isLarge)}
            >
              <img
                src={ownPath(url)}
                alt={t('photos.one', { number: index + 1, count: photos.length })}
                width={width}
                height={height}
              />
            </button>
          </li>
        ))}
      </ul>
      <ViewerBar
        {...{ shown, isLarge }}
        count={photos.length}
        onMove={(step) => goTo(shown + step)}
        onZoom={() => setLarge(!isLarge)}
      />
    </div>
  )
}

type ViewerBarProps = {
  shown: number
  count: number
  isLarge: boolean
  onMove: (step: 1 | -1) => void
  onZoom: () => void
}

function ViewerBar({ shown, count, isLarge, onMove, onZoom }: ViewerBarProps) {
  const { t } = useTexts('app')
  return (
    <div className="app-viewer-bar">
      {count > 1 && (
        <ViewerButton name={t('photos.previous')} isOff={shown === 0} onPress={() => onMove(-1)}>
          <IconChevronLeft aria-hidden />
        </ViewerButton>
      )}
      <ViewerButton name={isLarge ? t('photos.zoomOut') : t('photos.zoomIn')} onPress={onZoom}>
        {isLarge ? <IconZoomOut aria-hidden /> : <IconZoomIn aria-hidden />}
      </ViewerButton>
      {count > 1 && (
        <ViewerButton name={t('photos.next')} isOff={shown === count - 1} onPress={() => onMove(1)}>
          <IconChevronRight aria-hidden />
        </ViewerButton>
      )}
    </div>
  )
}

/** Handles arrow keys at any focus position in the dialog, like the buttons. */
function useArrows({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }): void {
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onLeft()
    if (key === 'ArrowRight') onRight()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

type ViewerButtonProps = { name: string; isOff?: boolean; onPress: () => void; children: ReactNode }

/** Stays focusable at the end of the strip, so the keyboard focus is not lost. */
function ViewerButton({ name, isOff = false, onPress, children }: ViewerButtonProps) {
  return (
    <ActionIcon variant="default" size={48} aria-label={name} aria-disabled={isOff} onClick={onPress}>
      {children}
    </ActionIcon>
  )
}
