import fs from 'node:fs'
import path from 'node:path'

/**
 * Absolute paths of the test files whose path contains one of the words, or that a word names; of all files without
 * words. Files that start processes and browsers come first: they take longest, and a short file fills the last gap.
 */
export function chooseFiles(root: string, words: string[]): string[] {
  const all = fs
    .globSync('{server,contract,lib,test,bench,scripts,web}/**/*.test.ts', {
      cwd: root,
      exclude: (name) => name.includes('node_modules'),
    })
    .sort()
  const named = words.filter((word) => word.endsWith('.test.ts') && fs.existsSync(path.resolve(word)))
  const others = words.filter((word) => !named.includes(word))
  const matching = words.length === 0 ? all : all.filter((file) => others.some((word) => file.includes(word)))
  const chosen = new Set([...named.map((file) => path.relative(root, path.resolve(file))), ...matching])
  return [...chosen]
    .sort((a, b) => Number(isHeavy(b)) - Number(isHeavy(a)))
    .map((file) => path.join(root, file))
}

/**
 * The files of one shard, such as `2/4`: every fourth file from the second on, to spread the slow ones.
 *
 * @throws Error if the shard is not valid.
 */
export function shardOf(files: readonly string[], shard: string): string[] {
  const [, part, parts] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(shard) ?? []
  if (!part || Number(part) > Number(parts)) throw new Error(`--shard ${shard}: write it as 1/4 to 4/4`)
  return files.filter((_, index) => index % Number(parts) === Number(part) - 1)
}

/** Whether tests of the file start processes or open pages, and so keep more than one core busy. */
export const isHeavy = (file: string): boolean =>
  /(^|\/)test\/(docs|examples|faults|sdk|web)\/[^/]+$/.test(file)
