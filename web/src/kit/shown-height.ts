import { type RefObject, useEffect } from 'react'

/** Keeps a property of the page's style at the height of a part of it, in pixels. */
export function useShownHeight(
  part: RefObject<HTMLElement | null>,
  property: '--dray-bars' | '--dray-notices',
  heightOf: (shown: HTMLElement) => number,
): void {
  useEffect(() => {
    const shown = part.current
    if (!shown) return undefined
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty(property, `${heightOf(shown)}px`),
    )
    observer.observe(shown)
    return () => observer.disconnect()
  }, [part, property, heightOf])
}
