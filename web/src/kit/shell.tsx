import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaNav } from './area-nav.tsx'
import { useBarsHeight } from './bars-height.ts'
import { Brand } from './brand.tsx'
import { replaceFirstScreen } from './first-screen.ts'
import { OfflineBanner } from './offline-banner.tsx'

export type ShellProps = {
  /** Heading of the page and, with the app's name, title of the document. */
  title: string
  /** Area of the bottom navigation; absent on screens without it (sign-in, a draft before its code). */
  area?: 'customer' | 'carrier'
  /** Target of the back arrow if there is no history to go back to; no arrow if absent. */
  back?: string
  /** Shows logo and name of the service above the heading. */
  branded?: boolean
  /** Shown to the right of the heading. */
  actions?: ReactNode
  /** Main action of the screen, sticky at the bottom. */
  footer?: ReactNode
  children: ReactNode
}

/** Layout of every screen. */
export function Shell({ title, area, back, branded, actions, footer, children }: ShellProps) {
  const { t } = useTranslation('kit')
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

/** Focuses the heading of each new screen, so that screen readers announce it; not on the first page load. */
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
