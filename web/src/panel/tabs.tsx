import { useLinkProps, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { PanelLink, type Search } from './link.tsx'

type Tab = {
  to: string
  text: string
  isExact?: boolean
  /** For tabs of one page, which have the same path. */
  search?: Search
  isOpen?: boolean
}

/** The pages of one area, or the parts of one page, as links above each of them. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useOpenTabInView()
  return (
    <nav className="panel-tabs" aria-label={label} ref={row}>
      {tabs.map(({ isOpen, ...tab }) =>
        isOpen === undefined ? (
          <PanelLink key={tab.text} to={tab.to} isExact={tab.isExact ?? false}>
            {tab.text}
          </PanelLink>
        ) : (
          <PartLink key={tab.text} tab={tab} isOpen={isOpen} />
        ),
      )}
    </nav>
  )
}

/** The router compares paths only, so it would mark the links of all parts. */
function PartLink({ tab: { to, search, text }, isOpen }: { tab: Tab; isOpen: boolean }) {
  const link = useLinkProps({ to: to as never, search: (search ?? {}) as never })
  return (
    <a {...link} aria-current={isOpen ? 'page' : undefined}>
      {text}
    </a>
  )
}

/** On a phone the row is wider than the window: scrolls it, and only it, until the open tab is whole in it. */
function useOpenTabInView() {
  const row = useRef<HTMLElement>(null)
  // Renders again on each change of the URL, which may open another tab; the links alone would not render this row.
  useLocation({ select: ({ href }) => href })
  useLayoutEffect(() => {
    if (!row.current) return undefined
    const observer = new ResizeObserver(([entry]) => entry && showOpenTab(entry.target))
    observer.observe(row.current)
    return () => observer.disconnect()
  })
  return row
}

function showOpenTab(row: Element): void {
  const open = row.querySelector('[aria-current]')
  if (!open) return
  const rowBox = row.getBoundingClientRect()
  const tabBox = open.getBoundingClientRect()
  if (tabBox.right > rowBox.right) row.scrollLeft += tabBox.right - rowBox.right + roomPx
  if (tabBox.left < rowBox.left) row.scrollLeft -= rowBox.left - tabBox.left + roomPx
}

/** Between the open tab and the edge of the row, so a part of the next tab is seen. */
const roomPx = 40
