/**
 * The script of the pages of lists (`/app`, `/carrier`). It runs in the head, before anything is shown: it sends the
 * first requests of the app (its `data-reads`) while that is still loading; `kit/early-reads.ts` hands over their
 * responses. One small file, because the first screen waits for it.
 */
import {
  chosenLanguage,
  reloadWithoutApp,
  showColours,
  showRoot,
  whenParsed,
  willChangeLanguage,
} from './kit/early-page.ts'
import { sideNav } from './kit/layouts.ts'
import { readSetting } from './kit/settings.ts'

const { reads = '' } = (document.currentScript as HTMLScriptElement).dataset
const language = chosenLanguage()

showColours()
reloadWithoutApp()
globalThis.drayEarlyReads = {
  account: readSetting('account'),
  session: readSetting('session'),
  sentAtMs: performance.now(),
  reads: new Map(reads.split(' ').filter(isWanted).map(read)),
}

whenParsed((screen) => {
  // It is the screen of a phone.
  if (screen && !matchMedia(sideNav).matches && !willChangeLanguage()) return
  screen?.remove()
  showRoot()
})

/** With a filter or another place, the feed is another request (`carrier/feed/choices.ts`). */
function isWanted(url: string): boolean {
  return !url.endsWith('/feed') || readSetting('feed-choices') === null
}

function read(url: string): [string, Promise<Response>] {
  const response = fetch(url, {
    credentials: 'same-origin',
    headers: language ? { 'accept-language': language } : {},
  })
  // The app may need none of them; an error is then of no interest.
  response.catch(() => {})
  return [url, response]
}
