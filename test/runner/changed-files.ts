import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/**
 * The changed test files, and test files that import a changed file, directly or through other files. Files that a test
 * reads or starts without an import (a migration, the bundle of another process, a page) are not seen: only the whole
 * run covers them.
 *
 * @param tests absolute paths.
 */
export function testsOfChange(root: string, tests: readonly string[]): string[] {
  const changed = new Set(changedFiles(root).map((file) => path.join(root, file)))
  const importsOf = importReader(root)
  return tests.filter((test) => reaches(test, { changed, importsOf }))
}

/** Paths below `root` that differ from the upstream branch, or from the last commit without one; untracked ones too. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const lines = (text: string) => text.split('\n').filter(Boolean)
  return [
    ...lines(git('diff', '--name-only', baseOf(git))),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ]
}

function baseOf(git: (...args: string[]) => string): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}').trim()
  } catch {
    return 'HEAD'
  }
}

type Graph = { changed: ReadonlySet<string>; importsOf: (file: string) => string[] }

function reaches(from: string, { changed, importsOf }: Graph): boolean {
  const seen = new Set([from])
  for (const file of seen) {
    if (changed.has(file)) return true
    for (const next of importsOf(file)) seen.add(next)
  }
  return false
}

/** Reads each file once. Packages, and files that do not exist, are left out. */
function importReader(root: string): (file: string) => string[] {
  const known = new Map<string, string[]>()
  return (file) => {
    const found = known.get(file) ?? readImports(root, file)
    known.set(file, found)
    return found
  }
}

function readImports(root: string, file: string): string[] {
  if (!/\.(ts|tsx|mjs|js)$/.test(file) || !fs.existsSync(file)) return []
  const text = fs.readFileSync(file, 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('#')
      ? path.join(root, specifier.slice(1))
      : path.resolve(path.dirname(file), specifier),
  )
}
