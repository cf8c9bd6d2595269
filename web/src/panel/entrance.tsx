import type { ReactNode } from 'react'
import { useTitle } from './page.tsx'
import { ColourSwitch, LanguageSwitch } from './switches.tsx'

type EntranceProps = { name: string; title: string; lead?: ReactNode; children?: ReactNode }

/** A page outside of the frame: signing in, an invitation. */
export function Entrance({ name, title, lead, children }: EntranceProps) {
  const heading = useTitle(title)
  return (
    <div className="panel-entrance">
      <main id="main">
        <p className="panel-brand">
          <img src="/app/icons/mark.svg" width={32} height={32} alt="" />
          Dray <span>{name}</span>
        </p>
        <div className="panel-entrance-card">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="panel-lead">{lead}</p>}
          {children}
        </div>
      </main>
      <footer className="panel-entrance-foot">
        <LanguageSwitch />
        <ColourSwitch />
      </footer>
    </div>
  )
}
