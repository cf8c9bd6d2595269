import { useRef } from 'react'

/** The key of the row that has the focus, or in which a button has it. */
export const focusedEntry = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry

/** Puts the focus on the row after one that has left the list, so that the keys go on from there. */
export function usePlaceInList() {
  const place = useRef(-1)
  return {
    keep: (key: string) => {
      place.current = rows().findIndex((row) => row.dataset.entry === key)
    },
    // The list is drawn again before the next frame.
    goBack: () =>
      requestAnimationFrame(() => {
        const all = rows()
        all[Math.min(place.current, all.length - 1)]?.querySelector<HTMLElement>('[data-row]')?.focus()
      }),
  }
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-entry]')]
