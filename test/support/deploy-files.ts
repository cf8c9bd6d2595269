import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** The path of a file or folder of `deploy/`. */
export const deployFile = (name: string): string => path.join(root, 'deploy', name)

/**
 * A file of `deploy/` with the paths and ports of a test.
 *
 * @throws Error if one of the texts to replace is not in it.
 */
export function deployText(name: string, replaced: readonly (readonly [string, string])[] = []): string {
  let text = readFileSync(deployFile(name), 'utf8')
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`)
    text = text.replaceAll(from, to)
  }
  return text
}
