import { type ComponentType, useEffect, useState } from 'react'
import { preloadReview } from './customer/draft/preload-review.ts'
import { WayIn } from './customer/draft/way-in.tsx'
import { draftPhone } from './kit/draft-phone.ts'
import { Frame } from './kit/frame.tsx'
import { Loading } from './kit/states.tsx'
import { useTexts } from './kit/texts/use-texts.ts'
import './shared/app.css'
import './customer/customer.css'

const loadRouter = () => import('./router.tsx')

/**
 * A draft whose page has the first screen (`kit/first-screen.ts`): there is no session, so the sign-in is shown without
 * a request for the draft and without the router. After the sign-in, the router shows the draft of the same URL.
 */
export function SignedOutDraft() {
  const { t } = useTexts('signIn')
  const [isSignedIn, setSignedIn] = useState(false)
  const [Screens, setScreens] = useState<ComponentType | null>(null)
  useEffect(() => {
    void loadRouter().catch(() => {})
    preloadReview()
  }, [])
  const showDraft = async () => {
    setSignedIn(true)
    const { Screens, loadScreen } = await loadRouter()
    await loadScreen()
    setScreens(() => Screens)
  }
  // A reload retries the failed request, with the session.
  const goOn = () => void showDraft().catch(() => location.reload())
  if (Screens) return <Screens />
  if (isSignedIn)
    return (
      <Frame title={t('draft.title')}>
        <Loading rows={4} />
      </Frame>
    )
  return <WayIn phone={draftPhone()} shortId={shortId()} onSignedIn={goOn} />
}

const shortId = () => /\/draft\/([^/]+)/.exec(location.pathname)?.[1] ?? ''
