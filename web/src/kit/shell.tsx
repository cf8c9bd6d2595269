import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AreaNav } from './area-nav.tsx'
import { Desk, useIsOnDesk } from './desk.tsx'
import { Frame, type FrameProps } from './frame.tsx'
import { IconArrowLeft } from './icons.ts'
import { useRegisteredPush } from './registered-push.ts'
import { useTexts } from './texts/use-texts.ts'
import { useHasSideNav } from './wide.ts'

export type ShellProps = Omit<FrameProps, 'back' | 'nav'> & {
  /** Target of the back arrow if there is no history to go back to; no arrow if absent. */
  back?: string
}

/** Layout of the screens of the router. */
export function Shell({ area, back, ...frame }: ShellProps) {
  const isOnDesk = useIsOnDesk()
  const hasSideNav = useHasSideNav()
  const shell = (
    <Frame
      {...frame}
      area={area}
      back={back && <Back to={back} />}
      nav={area && !hasSideNav && <AreaNav area={area} />}
      isOnDesk={isOnDesk || area !== undefined}
    />
  )
  if (!area) return shell
  return <WithPush>{isOnDesk ? shell : <Desk area={area}>{shell}</Desk>}</WithPush>
}

/** Registers push at the start of the app: any screen of an area may be the first, and its user is signed in. */
function WithPush({ children }: { children: ReactNode }) {
  useRegisteredPush({ isWanted: false })
  return children
}

function Back({ to }: { to: string }) {
  const { t } = useTexts('kit')
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
