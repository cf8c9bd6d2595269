// Must be the first import: it removes the phone number from the address bar before any request.
import './kit/draft-phone.ts'
import './kit/mantine.css'
import 'virtual:theme.css'
import './kit/kit.css'
import { createRoot } from 'react-dom/client'
import { areaTexts } from './area-texts.ts'
import { Crashed } from './crashed.tsx'
import { isSignedOutDraft } from './kit/first-screen.ts'
import { watchForInstall } from './kit/install.ts'
import { startLanguage } from './kit/language.ts'
import { showFullDevice, showLateAnswers } from './kit/late-answers.ts'
import { onSignedOut } from './kit/query-client.ts'
import { forgetSaved, restoreSaved } from './kit/saved-answers.ts'
import { startServiceWorker } from './kit/service-worker.ts'
import { watchAccount } from './kit/session.ts'
import { isSignedOut } from './kit/signed-out.ts'
import type { Area } from './kit/texts/text-of.ts'
import { sendWaiting } from './kit/waiting.ts'
import { Root } from './root.tsx'
import { wholeTexts } from './whole-texts.ts'

watchForInstall()
startServiceWorker()
const isCarrier = location.pathname.startsWith('/carrier')
void start().catch(showCrash)

/** Not awaited by this module: the files that it loads import its own file, which has then been evaluated. */
async function start(): Promise<void> {
  const [Start] = await Promise.all([
    firstComponent(),
    startLanguage([firstArea()], areaTexts, { whole: wholeTexts }),
    // A customer who returns from a bank sees the current payment, not the cached one.
    (isCarrier || !navigator.onLine) && restoreSaved(),
  ])
  const place = document.getElementById('root')
  if (place) {
    createRoot(place).render(
      <Root>
        <Start />
      </Root>,
    )
  }
  watchAccount()
  showLateAnswers()
  showFullDevice()
  onSignedOut(() => void forgetSaved())
  addEventListener('offline', () => void restoreSaved())
  // Loaded after the first screen, which it would make wait.
  void import('./kit/kept-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => {},
  )
  // Loaded after the first screen too, and before an answer that it keeps.
  await import('./carrier/refused-step.ts').then(
    ({ keepRefusedSteps }) => keepRefusedSteps(),
    () => {},
  )
  void sendWaiting()
}

/** A file of the app could not be loaded. */
async function showCrash(): Promise<void> {
  await startLanguage([], areaTexts, { whole: wholeTexts })
  const place = document.getElementById('root')
  if (!place) return
  createRoot(place).render(
    <Root>
      <Crashed />
    </Root>,
  )
}

/** The first screen of a draft, if the page has it; else the screen of the URL. */
async function firstComponent() {
  if (isSignedOutDraft()) return (await import('./signed-out-draft.tsx')).SignedOutDraft
  return (await import('./router.tsx')).Screens
}

/** The texts of the first screen; other screens download their own. */
function firstArea(): Area {
  if (isSignedOut()) return /^\/carrier\/?$/.test(location.pathname) ? 'welcome' : 'signIn'
  if (isCarrier) return 'carrier'
  return /^\/((app\/)?draft\/|app\/sign-in$)/.test(location.pathname) ? 'signIn' : 'app'
}
