import { type ReactNode, useEffect, useId, useRef } from 'react'

type SectionProps = {
  title: string
  /** Hash by which a link leads to this section, even if the section renders after the navigation. */
  anchor?: string
  children: ReactNode
}

/** A card with a heading. */
export function Section({ title, anchor, children }: SectionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!anchor || location.hash !== `#${anchor}`) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [anchor])
  return (
    <section className="dray-card" aria-labelledby={id}>
      <h2 className="app-section app-section-head" id={id} ref={heading} tabIndex={anchor ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}
