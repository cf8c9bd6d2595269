import type { ReactNode } from 'react'
import { PanelLink } from './link.tsx'

/** In the main cell of a table whose rows lead to pages: the link covers the row, and `j`, `k` and Enter use it. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PanelLink to={to} className="panel-row" {...{ 'data-row': '' }}>
      {children}
    </PanelLink>
  )
}
