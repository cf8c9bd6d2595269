import { type ReactNode, useId } from 'react'
import { CompanyLinks } from './company-links.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import type { SavedArea } from './saved-answers.ts'
import { useHeading } from './use-heading.ts'

type PaneProps = {
  title: string
  /** True if nothing is opened beside it: then the list is the main part of the page. */
  isMain: boolean
  children: ReactNode
}

/** A list beside what is opened from it. It scrolls on its own, and stays where it was when another entry is opened. */
export function Pane({ title, isMain, children }: PaneProps) {
  const id = useId()
  const heading = useHeading(title, isMain)
  const Heading = isMain ? 'h1' : 'h2'
  return (
    <div
      className="dray-pane"
      role={isMain ? 'main' : 'complementary'}
      aria-labelledby={id}
      {...(isMain && { id: 'main', tabIndex: -1 })}
    >
      <Heading className="dray-pane-title" id={id} ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      {children}
    </div>
  )
}

type BesidePaneProps = { area: SavedArea; icon: ReactNode; text: string; children?: ReactNode }

/** The room beside a list from which nothing is opened. Its hint is for the eye: the list is the page. */
export function BesidePane({ area, icon, text, children }: BesidePaneProps) {
  return (
    <div className="dray-frame">
      <OfflineBanner area={area} />
      {children}
      <div className="dray-hint" aria-hidden>
        {icon}
        <p>{text}</p>
      </div>
      <CompanyLinks />
    </div>
  )
}
