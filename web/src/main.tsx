// Must be the first import: it removes the phone number from the address bar before any request.
import './kit/draft-phone.ts'
import './kit/mantine.css'
import 'virtual:theme.css'
import './kit/kit.css'
import { createRoot } from 'react-dom/client'
import { areaTexts } from './area-texts.ts'
import { resumeDeliveries } from './carrier/deliver-reliably.ts'
import { hasFirstScreen } from './kit/first-screen.ts'
import { watchForInstall } from './kit/install.ts'
import { startLanguage } from './kit/language.ts'
import { showLateAnswers } from './kit/late-answers.ts'
import { onSignedOut } from './kit/query-client.ts'
import { forgetSaved, restoreSaved } from './kit/saved-answers.ts'
import { startServiceWorker } from './kit/service-worker.ts'
import type { Area } from './kit/texts/text-of.ts'
import { sendWaiting } from './kit/waiting.ts'
import { Root } from './root.tsx'

watchForInstall()
startServiceWorker()
const isCarrier = location.pathname.startsWith('/carrier')
void start()

/** Not awaited by this module: the files that it loads import its own file, which has then been evaluated. */
async function start(): Promise<void> {
  const [Start] = await Promise.all([
    firstComponent(),
    startLanguage([firstArea()], areaTexts),
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
  showLateAnswers()
  onSignedOut(() => void forgetSaved())
  addEventListener('offline', () => void restoreSaved())
  resumeDeliveries()
  void sendWaiting()
}

/** The first screen of a draft, if the page has it; else the screen of the URL. */
async function firstComponent() {
  if (hasFirstScreen()) return (await import('./signed-out-draft.tsx')).SignedOutDraft
  return (await import('./router.tsx')).Screens
}

/** The texts of the first screen; other screens download their own. */
function firstArea(): Area {
  if (isCarrier) return 'carrier'
  return /^\/((app\/)?draft\/|app\/sign-in$)/.test(location.pathname) ? 'signIn' : 'app'
}
