import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaNav } from './area-nav.tsx'
import { useBarsHeight } from './bars-height.ts'
import { Brand } from './brand.tsx'
import { OfflineBanner } from './offline-banner.tsx'

export type ShellProps = {
  /** The heading of the page and, with the name of the app, the title of the window. */
  title: string
  /** Whose bottom navigation is shown; none when absent (sign-in, a draft before its code). */
  area?: 'customer' | 'carrier'
  /** Where the arrow leads when there is nothing to go back to; no arrow when absent. */
  back?: string
  /** With the name of the service above the heading. */
  branded?: boolean
  /** To the right of the heading. */
  actions?: ReactNode
  /** Stays at the lower edge: the one main act of the screen. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of every screen. */
export function Shell({ title, area, back, branded, actions, footer, children }: ShellProps) {
  const { t } = useTranslation('kit')
  const heading = useHeading(title)
  const bars = useRef<HTMLDivElement>(null)
  useBarsHeight(bars)
  return (
    <>
      <a className="dray-skip" href="#main">
        {t('skip')}
      </a>
      <div className="dray-frame">
        {branded && <Brand />}
        <header className="dray-head">
          {back && <Back to={back} />}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {actions}
        </header>
        <OfflineBanner keepsJobs={area === 'carrier'} />
        <main className="dray-main" id="main" tabIndex={-1}>
          {children}
        </main>
        <div className="dray-bars" ref={bars}>
          {footer && <div className="dray-foot">{footer}</div>}
          {area && <AreaNav area={area} />}
        </div>
      </div>
    </>
  )
}

function Back({ to }: { to: string }) {
  const { t } = useTranslation('kit')
  const router = useRouter()
  return (
    <a
      className="dray-back"
      href={to}
      aria-label={t('back')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (router.history.canGoBack()) router.history.back()
        else void router.navigate({ to })
      }}
    >
      <IconArrowLeft aria-hidden />
    </a>
  )
}

/** A new screen is said by a screen reader through its heading; the first one is read as any page is. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A link to one section leads the focus there itself.
    if (document.body.dataset.shown && !location.hash) heading.current?.focus({ preventScroll: true })
    document.body.dataset.shown = 'yes'
  }, [])
  useEffect(() => {
    document.title = `${title} · Dray`
  }, [title])
  return heading
}
