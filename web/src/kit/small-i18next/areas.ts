export type Texts = { readonly [name: string]: string | Texts }

export type Backend = {
  read: (language: string, area: string, done: (error: Error | null, texts: object | false) => void) => void
}

type Area = { texts?: Texts; failed?: Error; loading: Promise<void> }

/** The texts that have been downloaded, by language and area. */
export function createAreas() {
  const areas = new Map<string, Area>()
  let backend: Backend | null = null

  function areaOf(language: string, name: string): Area {
    const id = `${language}/${name}`
    const known = areas.get(id)
    if (known) return known
    const added: Area = { loading: Promise.resolve() }
    areas.set(id, added)
    added.loading = new Promise((resolve) => {
      backend?.read(language, name, (error, loaded) => {
        if (error) added.failed = error
        else added.texts = loaded as Texts
        resolve()
      })
    })
    return added
  }

  return {
    from: (source: Backend): void => void (backend = source),
    names: () => new Set([...areas.keys()].map((id) => id.slice(id.indexOf('/') + 1))),
    find: (language: string, name: string) => areas.get(`${language}/${name}`)?.texts,
    load: async (language: string, names: Iterable<string>): Promise<void> => {
      await Promise.all([...names].map((name) => areaOf(language, name).loading))
    },
    /**
     * What must be waited for before these areas can be shown; null if nothing.
     *
     * @throws when an area could not be downloaded; the next call tries again.
     */
    waitsFor(language: string, names: string[]): Promise<void> | null {
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
