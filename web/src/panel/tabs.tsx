import { useLinkProps } from '@tanstack/react-router'
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
  return (
    <nav className="panel-tabs" aria-label={label}>
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
