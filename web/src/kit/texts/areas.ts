import type { Language, PersonLanguage } from '#contract/vocabulary.ts'
import type { Tree } from './text-of.ts'

/** Downloads the texts of each area, by language. Only the files that a screen needs are downloaded. */
export type AreaTexts = Record<string, { [L in Language]: () => Promise<Record<L, object>> }>

type FurtherLanguage = Exclude<PersonLanguage, Language>

type Parts = Partial<Record<string, Readonly<Record<string, object>>>>

/** Downloads the texts of an area, with others, in the further languages of the app for people (decision 80). */
export type WholeTexts = { [L in FurtherLanguage]?: (area: string) => Promise<Parts> }

type Area = { texts?: Tree; failed?: Error; loading: Promise<void> }

/** The texts that have been downloaded, by language and area. */
export function createAreas() {
  const areas = new Map<string, Area>()
  const sources: AreaTexts = {}
  const wholeSources: WholeTexts = {}

  async function download(language: PersonLanguage, name: string): Promise<object> {
    if (language !== 'en' && language !== 'es')
      // The browser downloads a module once, also for the second area that is in it.
      return (await wholeSources[language]?.(name))?.[language]?.[name] ?? {}
    const load: (() => Promise<Partial<Record<PersonLanguage, object>>>) | undefined =
      sources[name]?.[language]
    return (await load?.())?.[language] ?? {}
  }

  function areaOf(language: PersonLanguage, name: string): Area {
    const id = `${language}/${name}`
    const known = areas.get(id)
    if (known) return known
    const added: Area = { loading: Promise.resolve() }
    areas.set(id, added)
    added.loading = download(language, name).then(
      (loaded) => void (added.texts = loaded as Tree),
      (error: Error) => void (added.failed = error),
    )
    return added
  }

  return {
    add: (more: AreaTexts, whole: WholeTexts = {}): void => {
      Object.assign(sources, more)
      Object.assign(wholeSources, whole)
    },
    names: () => new Set([...areas.keys()].map((id) => id.slice(id.indexOf('/') + 1))),
    find: (language: PersonLanguage, name: string) => areas.get(`${language}/${name}`)?.texts,
    load: async (language: PersonLanguage, names: Iterable<string>): Promise<void> => {
      await Promise.all([...names].map((name) => areaOf(language, name).loading))
    },
    /**
     * The download to await before these areas can be shown; null if they are loaded.
     *
     * @throws when an area could not be downloaded; the next call retries.
     */
    waitsFor(language: PersonLanguage, names: readonly string[]): Promise<void> | null {
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
