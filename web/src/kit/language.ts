import { type Language, languages, type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { AreaTexts, WholeTexts } from './texts/areas.ts'
import type { Area } from './texts/text-of.ts'
import { texts } from './texts/texts.ts'

const ofKit: AreaTexts = {
  kit: {
    en: () => import('../texts/kit/en.ts'),
    es: () => import('../texts/kit/es.ts'),
  },
}

/** Each language by its own name. */
export const languageNames: Record<PersonLanguage, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  it: 'Italiano',
  de: 'Deutsch',
  ca: 'Català',
}

type Start = {
  /** The further languages of the app for people; a panel has none. */
  whole?: WholeTexts
  /** By default the language of this person. */
  language?: PersonLanguage
}

/**
 * Loads the texts; to be awaited before the first render.
 *
 * @param areas what the first screen needs beside the texts of the kit.
 * @param more the texts of areas of the page; `addTexts` adds others.
 */
export async function startLanguage(
  areas: Area[],
  more: AreaTexts,
  { whole = {}, language = chosenLanguage(whole) }: Start = {},
): Promise<void> {
  texts.add({ ...ofKit, ...more }, whole)
  texts.onShown((shown) => {
    if (typeof document !== 'undefined') document.documentElement.lang = shown
  })
  await texts.show(language, ['kit', ...areas])
}

/** Makes the texts of more areas known; they are downloaded when a screen needs them. */
export const addTexts = (more: AreaTexts): void => texts.add(more)

/** Downloads the texts of an area that a screen will need. */
export const loadTexts = (area: Area): void => void texts.load(area)

/** Calls `act` when the person has chosen another language. */
export const onLanguageChanged = (act: () => void): void => void texts.onShown(act)

export const currentLanguage = (): PersonLanguage => texts.language

/** The language of a panel. */
export const panelLanguage = (): Language => languages.find((each) => each === texts.language) ?? 'en'

export async function changeLanguage(language: PersonLanguage): Promise<void> {
  writeSetting('language', language)
  await texts.show(language)
}

/** In this order: `?lang=` of the URL, the language chosen on this device, the languages of the browser, English. */
function chosenLanguage(whole: WholeTexts): PersonLanguage {
  const known = personLanguages.filter((each) => each in whole || languages.some((every) => every === each))
  const candidates = [
    new URLSearchParams(location.search).get('lang'),
    readSetting('language'),
    ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ]
  const [first = 'en'] = candidates.flatMap((tag) => known.filter((language) => language === tag))
  return first
}
