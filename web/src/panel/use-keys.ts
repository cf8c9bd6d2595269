import { useEffect, useEffectEvent } from 'react'

/** Acts by key: `j`, `?`, `mod+k` (Ctrl or ⌘), or two keys one after the other: `g p`. */
export type Keys = Record<string, () => void>

const secondKeyMs = 1_200

/** Calls the act of a key, except while the person types or a dialog is open; `mod+…` works always. */
export function useKeys(keys: Keys): void {
  const press = useEffectEvent((typed: string, isFree: boolean): boolean => {
    const act = isFree || typed.startsWith('mod+') ? keys[typed] : undefined
    act?.()
    return Boolean(act)
  })
  useEffect(() => {
    let before = { key: '', at: 0 }
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const isFree = !isTaken(event.target)
      const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
      const key = event.key.length === 1 && mod ? event.key.toLowerCase() : event.key
      const pair = event.timeStamp - before.at < secondKeyMs ? `${before.key} ${key}` : ''
      before = { key, at: event.timeStamp }
      // After `g`, a letter opens a page; it must not also be an act of the page that is open.
      const isSecond = pair.startsWith('g ')
      if ((pair && press(pair, isFree)) || (!isSecond && press(mod + key, isFree))) event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

/** True if the key belongs to a field or to an open dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="listbox"] *')))
