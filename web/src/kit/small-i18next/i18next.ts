import { type Backend, createAreas } from './areas.ts'
import { type Options, textOf } from './text-of.ts'

export type Translate = (key: string, options?: Options) => string

type Listener = (language: string) => void

/**
 * The part of i18next that the app uses, in 1 kB instead of 15. The build of the app puts it and `react-i18next.ts` in
 * place of the packages (`web/vite.config.ts`), because every phone downloads them before its first screen. The types
 * come from the packages; `test/web/small-i18next.test.ts` compares the results over all texts of the app.
 */
export function createTexts() {
  const areas = createAreas()
  const listeners = new Set<Listener>()
  const translators = new Map<string, Translate>()

  const translatorOf =
    (names: string[]): Translate =>
    (key, options = {}) =>
      textOf(key, options, { names, language: texts.language, find: areas.find })

  async function changeLanguage(language: string, names: Iterable<string> = areas.names()): Promise<void> {
    // Loaded first, so that no screen is without texts in between.
    await areas.load(language, names)
    texts.language = language
    for (const listener of listeners) listener(language)
  }

  const texts = {
    language: '',
    use(plugin: object) {
      if ('read' in plugin) areas.from(plugin as Backend)
      return texts
    },
    init: ({ lng, ns }: { lng: string; ns: string[] }): Promise<void> => changeLanguage(lng, ns),
    changeLanguage: (language: string): Promise<void> => changeLanguage(language),
    loadNamespaces: (area: string): Promise<void> => areas.load(texts.language, [area]),
    on: (_event: 'languageChanged', listener: Listener): void => void listeners.add(listener),
    off: (_event: 'languageChanged', listener: Listener): void => void listeners.delete(listener),
    waitsFor: (names: string[]) => areas.waitsFor(texts.language, names),
    t: translatorOf([]),
    /** The same function for the same areas and language, so that it can be a dependency of an effect. */
    translatorOf(names: string[]): Translate {
      const id = `${texts.language}/${names.join()}`
      const known = translators.get(id) ?? translatorOf(names)
      translators.set(id, known)
      return known
    },
  }
  return texts
}

const i18next = createTexts()
export default i18next
