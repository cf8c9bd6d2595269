import { useEffect, useRef } from 'react'

/** The key of the row that has the focus, or in which a button has it. */
export const focusedEntry = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry

/**
 * When a snoozed row has left the list, focuses the row that took its place, so the keys continue there. @returns the
 * function to call with the key of the row before the list is refetched.
 */
export function useNextFocus(keys: string[]): (key: string) => void {
  const leaving = useRef<{ key: string; at: number } | null>(null)
  useEffect(() => {
    if (!leaving.current || keys.includes(leaving.current.key)) return
    const all = rows()
    all[Math.min(leaving.current.at, all.length - 1)]?.querySelector<HTMLElement>('[data-row]')?.focus()
    leaving.current = null
  }, [keys])
  return (key) => {
    leaving.current = { key, at: rows().findIndex((row) => row.dataset.entry === key) }
  }
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-entry]')]
