import { type RefObject, useEffect } from 'react'

/** Keeps `--dray-bars` at the height of the sticky bottom bars, so toasts are shown above them. */
export function useBarsHeight(bars: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = bars.current
    if (!shown) return undefined
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      const isSticky = getComputedStyle(shown).position === 'sticky'
      root.style.setProperty('--dray-bars', `${isSticky ? shown.offsetHeight : 0}px`)
    })
    observer.observe(shown)
    return () => observer.disconnect()
  }, [bars])
}
