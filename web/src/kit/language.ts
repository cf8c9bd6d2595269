import { type Language, languages } from '#contract/vocabulary.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { AreaTexts } from './texts/areas.ts'
import type { Area } from './texts/text-of.ts'
import { texts } from './texts/texts.ts'

const ofKit: AreaTexts = {
  kit: {
    en: () => import('../texts/kit/en.ts'),
    es: () => import('../texts/kit/es.ts'),
  },
}

export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/**
 * Loads the texts; to be awaited before the first render.
 *
 * @param areas what the first screen needs beside the texts of the kit.
 * @param more the texts of all areas of the page.
 * @param language by default the language of this person.
 */
export async function startLanguage(
  areas: Area[],
  more: AreaTexts,
  language = chosenLanguage(),
): Promise<void> {
  texts.add({ ...ofKit, ...more })
  texts.onShown((shown) => {
    if (typeof document !== 'undefined') document.documentElement.lang = shown
  })
  await texts.show(language, ['kit', ...areas])
}

/** Downloads the texts of an area that a screen will need. */
export const loadTexts = (area: Area): void => void texts.load(area)

/** Calls `act` when the person has chosen another language. */
export const onLanguageChanged = (act: () => void): void => void texts.onShown(act)

export const currentLanguage = (): Language => texts.language

export async function changeLanguage(language: Language): Promise<void> {
  writeSetting('language', language)
  await texts.show(language)
}

/** In this order: `?lang=` of the URL, the language chosen on this device, the languages of the browser, English. */
function chosenLanguage(): Language {
  const candidates = [
    new URLSearchParams(location.search).get('lang'),
    readSetting('language'),
    ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ]
  const [first = 'en'] = candidates.flatMap((tag) => languages.filter((language) => language === tag))
  return first
}
