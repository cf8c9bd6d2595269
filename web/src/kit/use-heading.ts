import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Focuses the heading of each new screen, so screen readers announce it; not on the first page load. Sets the title of
 * the document. `isCurrent`: false while the heading belongs to a list beside the screen.
 */
export function useHeading(title: string, isCurrent = true) {
  const heading = useRef<HTMLHeadingElement>(null)
  const show = useEffectEvent(() => {
    // With a hash, the browser focuses the section.
    if (document.body.dataset.shown && !location.hash) heading.current?.focus({ preventScroll: true })
    document.body.dataset.shown = 'yes'
  })
  useEffect(() => {
    if (isCurrent) show()
  }, [isCurrent])
  useEffect(() => {
    if (isCurrent) document.title = `${title} · Dray`
  }, [title, isCurrent])
  return heading
}
