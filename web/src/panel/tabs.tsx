import { PanelLink } from './link.tsx'

type Tab = { to: string; text: string; isExact?: boolean }

/** The pages of one area, as links above each of them. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="panel-tabs" aria-label={label}>
      {tabs.map(({ to, text, isExact = false }) => (
        <PanelLink key={to} to={to} isExact={isExact}>
          {text}
        </PanelLink>
      ))}
    </nav>
  )
}
