import { CloseButton } from '@mantine/core'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useShownHeight } from './shown-height.ts'
import { useTexts } from './texts/use-texts.ts'

export type Notice = { text: ReactNode; kind?: 'good' | 'bad' }

/**
 * Shows a toast for eight seconds over any screen, in place of an older one with the same text. Screen readers announce
 * it.
 */
export function notify(notice: Notice): void {
  const shown = { ...notice, id: ++count }
  set([...notices.filter(({ text }) => text !== notice.text), shown])
  setTimeout(() => dismiss(shown.id), 8_000)
}

/** Renders the toasts; mounted once, in the root. A phone shows one at a time; screen readers hear each of them. */
export function Notices() {
  const { t } = useTexts('kit')
  const shown = useSyncExternalStore(subscribe, () => notices)
  const region = useRef<HTMLDivElement>(null)
  useShownHeight(region, '--dray-notices', roomFor)
  // What went wrong is not covered by what went well.
  const top = shown.findLast(({ kind }) => kind === 'bad') ?? shown.at(-1)
  return (
    <div className="dray-notices" role="status" ref={region}>
      {shown.map(({ id, text, kind }) => (
        <div key={id} className="dray-notice" data-kind={kind ?? 'good'} data-under={id !== top?.id}>
          <p>{text}</p>
          <CloseButton
            size={44}
            variant="transparent"
            c="white"
            aria-label={t('close')}
            onClick={() => dismiss(id)}
          />
        </div>
      ))}
    </div>
  )
}

/** The page becomes longer by it, so its last button can be scrolled free of the toasts. */
const roomFor = ({ offsetHeight }: HTMLElement): number => offsetHeight && offsetHeight + 24

let count = 0
let notices: (Notice & { id: number })[] = []
const listeners = new Set<() => void>()

const dismiss = (id: number) => set(notices.filter((notice) => notice.id !== id))

function set(next: typeof notices): void {
  notices = next
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
