import type { Language } from '#contract/vocabulary.ts'
import type { Tree } from './text-of.ts'

/** Downloads the texts of each area, by language. Only the files that a screen needs are downloaded. */
export type AreaTexts = Record<string, { [L in Language]: () => Promise<Record<L, object>> }>

type Area = { texts?: Tree; failed?: Error; loading: Promise<void> }

/** The texts that have been downloaded, by language and area. */
export function createAreas() {
  const areas = new Map<string, Area>()
  const sources: AreaTexts = {}

  function areaOf(language: Language, name: string): Area {
    const id = `${language}/${name}`
    const known = areas.get(id)
    if (known) return known
    const added: Area = { loading: Promise.resolve() }
    areas.set(id, added)
    const loading: Promise<Partial<Record<Language, object>>> =
      sources[name]?.[language]() ?? Promise.resolve({})
    added.loading = loading.then(
      (loaded) => void (added.texts = (loaded[language] ?? {}) as Tree),
      (error: Error) => void (added.failed = error),
    )
    return added
  }

  return {
    add: (more: AreaTexts): void => void Object.assign(sources, more),
    names: () => new Set([...areas.keys()].map((id) => id.slice(id.indexOf('/') + 1))),
    find: (language: Language, name: string) => areas.get(`${language}/${name}`)?.texts,
    load: async (language: Language, names: Iterable<string>): Promise<void> => {
      await Promise.all([...names].map((name) => areaOf(language, name).loading))
    },
    /**
     * The download to await before these areas can be shown; null if they are loaded.
     *
     * @throws when an area could not be downloaded; the next call retries.
     */
    waitsFor(language: Language, names: readonly string[]): Promise<void> | null {
      for (const name of names) {
        const { texts, failed, loading } = areaOf(language, name)
        if (failed) areas.delete(`${language}/${name}`)
        if (failed) throw failed
        if (!texts) return loading
      }
      return null
    },
  }
}
