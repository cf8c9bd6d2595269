import i18next, { type BackendModule, type CustomTypeOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '#contract/vocabulary.ts'
import { readSetting, writeSetting } from './settings.ts'

/** One file of texts per area and language; only the files that a screen needs are downloaded. */
export type AreaTexts = Record<string, Record<Language, () => Promise<object>>>

const texts: AreaTexts = {
  kit: {
    en: async () => (await import('../texts/kit/en.ts')).en,
    es: async () => (await import('../texts/kit/es.ts')).es,
  },
}

export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read(language, area, done) {
    const found = texts[area]?.[language as Language]() ?? Promise.resolve({})
    found.then(
      (loaded) => done(null, loaded),
      (error: Error) => done(error, false),
    )
  },
}

/**
 * Loads the texts; to be awaited before the first render.
 *
 * @param areas what the first screen needs beside the texts of the kit.
 * @param more the texts of all areas of the page.
 * @param language by default the one of this person.
 */
export async function startLanguage(
  areas: string[],
  more: AreaTexts,
  language = chosenLanguage(),
): Promise<void> {
  Object.assign(texts, more)
  i18next.on('languageChanged', (changed) => {
    if (typeof document !== 'undefined') document.documentElement.lang = changed
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: [...languages],
      fallbackLng: false,
      ns: ['kit', ...areas],
      defaultNS: 'kit',
      // React escapes text itself.
      interpolation: { escapeValue: false },
    })
}

/** Downloads the texts of an area that a screen will need. */
export const loadTexts = (area: keyof CustomTypeOptions['resources']): void =>
  void i18next.loadNamespaces(area)

/** Calls `act` when the person has chosen another language. */
export const onLanguageChanged = (act: () => void): void => void i18next.on('languageChanged', act)

export const currentLanguage = (): Language => languages.find((each) => each === i18next.language) ?? 'en'

export async function changeLanguage(language: Language): Promise<void> {
  writeSetting('language', language)
  await i18next.changeLanguage(language)
}

/** In this order: `?lang=` of the URL, the language chosen on this device, the languages of the browser, English. */
function chosenLanguage(): Language {
  const asked = [
    new URLSearchParams(location.search).get('lang'),
    readSetting('language'),
    ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ]
  const [first = 'en'] = asked.flatMap((tag) => languages.filter((language) => language === tag))
  return first
}
