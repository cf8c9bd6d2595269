import { readFileSync } from 'node:fs'
import path from 'node:path'

/** `files.json` of the build, by source, or by name for a chunk of several sources. */
type Built = Record<string, { file: string; imports?: string[]; css?: string[] }>

/**
 * Finds the files that a browser needs for given sources, so that it can preload all of them at once.
 *
 * @returns a function from sources (`src/customer/draft/index.tsx`) to URLs.
 */
export function readWebAppFiles(webDist: string): (sources: string[]) => string[] {
  const built = JSON.parse(readFileSync(path.join(webDist, 'files.json'), 'utf8')) as Built
  return (sources) => {
    const found = new Set<string>()
    const visit = (name: string): void => {
      const entry = built[name]
      if (!entry || found.has(entry.file)) return
      found.add(entry.file)
      for (const imported of entry.imports ?? []) visit(imported)
    }
    for (const source of ['index.html', ...sources]) visit(source)
    return [...found].map((file) => `/app/${file}`)
  }
}
