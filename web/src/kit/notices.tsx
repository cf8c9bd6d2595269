import { CloseButton } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
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
  // What went wrong is not covered by what went well.
  const top = shown.findLast(({ kind }) => kind === 'bad') ?? shown.at(-1)
  return (
    <div className="dray-notices" role="status">
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
