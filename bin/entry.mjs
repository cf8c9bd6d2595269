// Plain JavaScript without dependencies, because every command reads it first.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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
 * Whether the bundle was built from the sources of this checkout. Compares sizes and times first, which takes a fifth of
 * the time. Those of a copy differ, so then the content decides.
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

/** Records the times of a checkout whose bundle was built elsewhere, so that the next starts need not read all sources. */
export function refreshTimes(root) {
  const times = timesOfServer(root)
  if (read(timesFile(root)) !== times) writeFileSync(timesFile(root), times)
}

export const stampFile = (root) => path.join(root, bundleFolder, 'source.txt')
const timesFile = (root) => path.join(root, bundleFolder, 'times.txt')

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Hash of all sources of the server, by content: a copy has other mtimes. */
export const hashOfServer = (root) => hashOf(root, (file) => readFileSync(file))

/** Hash of the sizes and times of all sources. If a file is edited while the bundle is built, its time is a later one. */
export const timesOfServer = (root) =>
  hashOf(root, (file) => {
    const { size, mtimeMs } = statSync(file)
    return `${size} ${mtimeMs}\0`
  })

function hashOf(root, describe) {
  const hash = createHash('sha256')
  for (const file of sourcesOf(root))
    hash
      .update(file)
      .update('\0')
      .update(describe(path.join(root, file)))
  return hash.digest('hex')
}

function sourcesOf(root) {
  const files = ['package-lock.json']
  // Not `recursive`: it takes ten times as long.
  const visit = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(place)
      else if (isSource(entry.name)) files.push(place)
    }
  }
  for (const folder of ['contract', 'lib', 'server']) visit(folder)
  return files.sort()
}

const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')
