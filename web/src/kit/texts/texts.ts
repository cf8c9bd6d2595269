import type { PersonLanguage } from '#contract/vocabulary.ts'
import { type AreaTexts, createAreas, type WholeTexts } from './areas.ts'
import { type Area, type Translate, textOf, type Values } from './text-of.ts'

type Listener = (language: PersonLanguage) => void

/** The texts of the pages: the language that is shown, its downloaded areas, and the text of a key. */
export function createTexts() {
  const areas = createAreas()
  const listeners = new Set<Listener>()
  const translators = new Map<string, (key: string, values?: Values) => string>()

  const where = (names: readonly string[]) => ({
    names,
    language: texts.language,
    find: (name: string) => areas.find(texts.language, name),
  })

  const texts = {
    language: 'en' as PersonLanguage,
    add: (more: AreaTexts, whole?: WholeTexts): void => areas.add(more, whole),
    load: (name: Area): Promise<void> => areas.load(texts.language, [name]),
    waitsFor: (names: readonly string[]) => areas.waitsFor(texts.language, names),
    /** Loads the areas first, so no screen is without texts in between. */
    async show(language: PersonLanguage, names: Iterable<string> = areas.names()): Promise<void> {
      await areas.load(language, names)
      texts.language = language
      for (const listener of listeners) listener(language)
    },
    /** @returns a function that removes the listener. */
    onShown: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The same function for the same areas and language, so it can be a dependency of an effect. */
    translatorOf<A extends Area>(names: readonly A[]): Translate<A> {
      const id = `${texts.language}/${names.join()}`
      const known = translators.get(id) ?? ((key, values = {}) => textOf(key, values, where(names)) ?? key)
      translators.set(id, known)
      return known
    },
    /** The text of a path that may come from a row of the server, such as a code; null if it is missing. */
    find: (names: readonly string[], path: string): string | null => textOf(path, {}, where(names)),
  }
  return texts
}

export const texts = createTexts()
