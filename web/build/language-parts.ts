import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** The areas that the first screen of a draft shows. */
const firstAreas = ['kit', 'signIn']

const partPattern = /^(.*\/src\/texts\/([a-z]{2})\.ts)\?(first|later)$/

/**
 * Divides the one file of a language (`web/src/texts/pt.ts`) into two downloads: `pt.ts?first` has the texts of the
 * first screen, which stays small, and `pt.ts?later` all others.
 */
export function languageParts(): Plugin {
  return {
    name: 'language-parts',
    enforce: 'pre',
    async load(id) {
      const [, file, language, part] = partPattern.exec(id) ?? []
      if (!file || !language) return null
      this.addWatchFile(file)
      // With the time of the change, because Node caches modules by their URL.
      const { mtimeMs } = await stat(file)
      const { [language]: areas } = await import(`${pathToFileURL(file).href}?${mtimeMs}`)
      const chosen = Object.entries(areas as object).filter(
        ([area]) => firstAreas.includes(area) === (part === 'first'),
      )
      const code = `export const ${language} = ${JSON.stringify(Object.fromEntries(chosen))}`
      return { code, moduleType: 'js' }
    },
  }
}
