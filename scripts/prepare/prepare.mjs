import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bundleFolder, isBundled, stampFile } from '../../bin/entry.mjs'
import { filesBelow, timesOf } from '../../bin/file-times.mjs'

const root = path.join(import.meta.dirname, '../..')

/**
 * Builds the web app and bundles the server, if they are stale. Both compare the contents of all sources, so a file
 * caches the sizes and times of sources that were built: in an unchanged checkout only these are compared.
 */
export async function prepare() {
  const kept = path.join(root, bundleFolder, 'prepared.txt')
  if (existsSync(kept) && readFileSync(kept, 'utf8') === found()) return
  // Before the builds: what is edited meanwhile has later times.
  const before = times()
  await import('../build-web.ts')
  await import('../bundle-server.ts')
  if (await isBuilt()) keep(kept, before + stamps())
}

const found = () => times() + stamps()

const times = () =>
  timesOf(root, [
    'package-lock.json',
    ...['contract', 'lib', 'server', 'web'].flatMap((folder) => filesBelow(root, folder)),
  ])

/** A build that was removed or replaced has another stamp. */
const stamps = () =>
  [stampFile(root), webStamp].map((file) => (existsSync(file) ? readFileSync(file) : '')).join()

const webStamp = path.join(root, 'web/dist/source.txt')

async function isBuilt() {
  const { hashOfSources, stampOf } = await import('../../web/build/sources.ts')
  return isBundled(root) && stampOf(path.dirname(webStamp)) === hashOfSources(root)
}

/** In a folder that this user may not write, each start compares the contents. */
function keep(file, text) {
  try {
    writeFileSync(file, text)
  } catch {}
}
