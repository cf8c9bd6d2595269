import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useBarsHeight } from './bars-height.ts'
import { Brand } from './brand.tsx'
import { CompanyLinks } from './company-links.tsx'
import { replaceFirstScreen } from './first-screen.ts'
import { OfflineBanner } from './offline-banner.tsx'
import type { SavedArea } from './saved-answers.ts'
import { useTexts } from './texts/use-texts.ts'

export type FrameProps = {
  /** Heading of the page and, with the app's name, title of the document. */
  title: string
  /** Shows logo and name of the service above the heading. */
  branded?: boolean
  /** Shown to the left of the heading. */
  back?: ReactNode
  /** Shown to the right of the heading. */
  actions?: ReactNode
  /** Main action of the screen, sticky at the bottom. */
  footer?: ReactNode
  /** Navigation at the bottom. */
  nav?: ReactNode
  /** Area of the bottom navigation; absent on screens without it (sign-in, a draft before its code). */
  area?: SavedArea | undefined
  children: ReactNode
}

/** Layout of every screen. It needs no router, which the first screen of a draft does not load. */
export function Frame({ title, branded, back, actions, footer, nav, area, children }: FrameProps) {
  const { t } = useTexts('kit')
  const heading = useHeading(title)
  const bars = useRef<HTMLDivElement>(null)
  useBarsHeight(bars)
  useLayoutEffect(() => replaceFirstScreen(), [])
  return (
    <>
      <a className="dray-skip" href="#main">
        {t('skip')}
      </a>
      <div className="dray-frame">
        {branded && <Brand />}
        <header className="dray-head">
          {back}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {actions}
        </header>
        <OfflineBanner area={area} />
        <main className="dray-main" id="main" tabIndex={-1}>
          {children}
        </main>
        <CompanyLinks />
        <div className="dray-bars" ref={bars}>
          {footer && <div className="dray-foot">{footer}</div>}
          {nav}
        </div>
      </div>
    </>
  )
}

/** Focuses the heading of each new screen, so screen readers announce it; not on the first page load. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // With a hash, the browser focuses the section.
    if (document.body.dataset.shown && !location.hash) heading.current?.focus({ preventScroll: true })
    document.body.dataset.shown = 'yes'
  }, [])
  useEffect(() => {
    document.title = `${title} · Dray`
  }, [title])
  return heading
}
