import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Brand } from './brand.tsx'
import { CompanyLinks } from './company-links.tsx'
import { replaceFirstScreen } from './first-screen.ts'
import { OfflineBanner } from './offline-banner.tsx'
import type { SavedArea } from './saved-answers.ts'
import { useShownHeight } from './shown-height.ts'
import { SkipLink } from './skip-link.tsx'
import { useTexts } from './texts/use-texts.ts'
import { useHeading } from './use-heading.ts'

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
  /** True inside a `Desk`, which has the link that skips to the content. */
  isOnDesk?: boolean
  children: ReactNode
}

/** Layout of every screen. It needs no router, which the first screen of a draft does not load. */
export function Frame(props: FrameProps) {
  const { title, branded, back, actions, footer, nav, area, isOnDesk = false, children } = props
  const { t } = useTexts('kit')
  const heading = useHeading(title)
  const bars = useRef<HTMLDivElement>(null)
  useShownHeight(bars, '--dray-bars', stickyHeight)
  useLayoutEffect(() => replaceFirstScreen(), [])
  return (
    <>
      {!isOnDesk && <SkipLink />}
      <div className="dray-frame">
        <header className="dray-head" data-branded={branded}>
          {branded && <Brand />}
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
          {footer && (
            <div className="dray-foot" role="region" aria-label={t('nextStep')}>
              {footer}
            </div>
          )}
          {nav}
        </div>
      </div>
    </>
  )
}

/** Of the bottom bars: toasts are shown above them while they are sticky. */
const stickyHeight = (bars: HTMLElement): number =>
  getComputedStyle(bars).position === 'sticky' ? bars.offsetHeight : 0
