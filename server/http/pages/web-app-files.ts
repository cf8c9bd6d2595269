import { readFileSync } from 'node:fs'
import path from 'node:path'

/** `files.json` of the build: by source, or by name where several share a file. */
type Built = Record<string, { file: string; imports?: string[]; css?: string[] }>

/**
 * What a browser will need of these sources, so that it can ask for all of it at once instead of file by file.
 *
 * @returns a function from sources (`src/app/screens/draft.tsx`) to addresses.
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
