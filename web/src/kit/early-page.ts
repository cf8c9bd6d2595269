import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { readSetting } from './settings.ts'

/* What the scripts share that run in the head of a page, before it is shown and before the app has come. */

const page = document.documentElement

/** Sets the colours that the person has chosen, as Mantine does, which runs later. */
export function showColours(): void {
  const scheme = readStored(() => localStorage.getItem('mantine-color-scheme-value')) ?? 'auto'
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

/** Calls `act` with the first screen when the page has been parsed, before the scripts of the app. */
export function whenParsed(act: (screen: HTMLElement | null) => void): void {
  document.addEventListener('readystatechange', () => act(document.getElementById('first-screen')), {
    once: true,
  })
}

/**
 * Loads the page again when the app could not be loaded: no other script can say so. At once, and then every 20
 * seconds. An upgrade may also have removed the files that this page names.
 */
export function reloadWithoutApp(): void {
  const isApp = (target: EventTarget | null) =>
    target instanceof HTMLScriptElement && target.type === 'module'
  const reload = () => {
    const isSecond = readStored(() => sessionStorage.getItem('dray.reloaded')) !== null
    readStored(() => {
      sessionStorage.setItem('dray.reloaded', 'yes')
      return null
    })
    setTimeout(() => location.reload(), isSecond ? 20_000 : 0)
  }
  // The error of a resource does not bubble.
  addEventListener('error', ({ target }) => isApp(target) && reload(), true)
}

/** The language that was chosen in the URL or on this device; null if the page is in that of the browser. */
export function chosenLanguage(): PersonLanguage | null {
  const chosen = [new URLSearchParams(location.search).get('lang'), readSetting('language')]
  return chosen.flatMap((tag) => personLanguages.filter((language) => language === tag))[0] ?? null
}

/** True if the app will show another language than the first screen. */
export function willChangeLanguage(): boolean {
  const language = chosenLanguage()
  return language !== null && language !== page.lang
}

/** Shows the app as soon as it has something, instead of the first screen. */
export function showRoot(): void {
  document.getElementById('root')?.removeAttribute('hidden')
}

export function readStored(stored: () => string | null): string | null {
  try {
    return stored()
  } catch {
    return null
  }
}
