import { type ReactNode, useEffect, useRef } from 'react'

type PageProps = {
  /** Heading of the page and, with the name of the service, title of the document. */
  title: string
  /** One sentence below the heading. */
  lead?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** Text pages and forms are narrower than tables. */
  isNarrow?: boolean
  children: ReactNode
}

/** One page of a panel, inside the frame. */
export function Page({ title, lead, actions, isNarrow = false, children }: PageProps) {
  const heading = useTitle(title)
  return (
    <div className="panel-page" data-narrow={isNarrow || undefined}>
      <header className="panel-page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="panel-page-acts">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Sets the document's title. Focuses the heading of each new page, so screen readers announce it; not of the first. */
export function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.body.dataset.shown) heading.current?.focus({ preventScroll: true })
    document.body.dataset.shown = 'yes'
  }, [])
  useEffect(() => {
    document.title = `${title} · Dray`
  }, [title])
  return heading
}
