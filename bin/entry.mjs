// Plain JavaScript without dependencies, because every command reads it first.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow, timesOf } from './file-times.mjs'

/** Folder of the bundle that `scripts/bundle-server.ts` writes, relative to the checkout. */
export const bundleFolder = 'server/dist'

/**
 * The module to start: the bundle if it was built from the sources of this checkout, else the sources. The bundle loads
 * in a fraction of the time, because Node resolves, reads and links each of 2,000 modules on its own.
 */
export function entryOf(root) {
  const bundle = path.join(root, bundleFolder, 'main.mjs')
  return isBundled(root) ? bundle : path.join(root, 'server/cli/main.ts')
}

/**
 * Whether the bundle was built from the sources of this checkout. Compares sizes and times first, which takes a fifth
 * of the time. A copy has other times, so then the content decides.
 */
export function isBundled(root) {
  const hash = read(stampFile(root))
  if (hash === null) return false
  return read(timesFile(root)) === timesOfServer(root) || hash === hashOfServer(root)
}

/** Marks the bundle as built from the sources that had this hash and these times. */
export function stampBundle(root, { hash, times }) {
  writeFileSync(timesFile(root), times)
  // Written last: a bundle that is half written is not used.
  writeFileSync(stampFile(root), hash)
}

/** Records the times of a checkout whose bundle was built elsewhere, so the next starts need not read all sources. */
export function refreshTimes(root) {
  const times = timesOfServer(root)
  if (read(timesFile(root)) !== times) writeFileSync(timesFile(root), times)
}

export const stampFile = (root) => path.join(root, bundleFolder, 'source.txt')
const timesFile = (root) => path.join(root, bundleFolder, 'times.txt')

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Hash of all sources of the server, by content: a copy has other mtimes. */
export function hashOfServer(root) {
  const hash = createHash('sha256')
  for (const file of sourcesOf(root))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** A source that is edited while the bundle is built has a later time. */
export const timesOfServer = (root) => timesOf(root, sourcesOf(root))

const sourcesOf = (root) =>
  [
    'package-lock.json',
    ...['contract', 'lib', 'server'].flatMap((folder) => filesBelow(root, folder).filter(isSource)),
  ].sort()

const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')
