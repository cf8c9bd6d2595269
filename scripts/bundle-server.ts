import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  bundleFolder,
  hashOfServer,
  isBundled,
  refreshTimes,
  stampBundle,
  stampFile,
  timesOfServer,
} from '../bin/entry.mjs'
import { keepOwnFolders, leanHttp, notBundled, readBuiltPlaces } from './bundle-plugins.ts'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, bundleFolder)

/**
 * Bundles the server into `server/dist`, so commands and starts load a few files instead of 2,000. `--if-stale` runs
 * before every start. Without the build tools (`npm ci --omit=dev`) or after an error, the server runs from its
 * sources.
 */
const onlyIfStale = process.argv.includes('--if-stale')
if (onlyIfStale && isBundled(root)) recordTimes()
else {
  if (existsSync(path.join(root, 'node_modules/vite'))) await bundle().catch(sayWhatBroke)
  else if (!onlyIfStale)
    sayWhatBroke(new Error('The tools to build with are not installed: run `npm ci` first.'))
}

/** In a folder that this user may not write, each start compares the contents instead. */
function recordTimes(): void {
  try {
    refreshTimes(root)
  } catch {}
}

async function bundle(): Promise<void> {
  const { build } = await import('vite')
  // The times first: what is edited from here on has later ones.
  const built = { times: timesOfServer(root), hash: hashOfServer(root) }
  rmSync(stampFile(root), { force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [keepOwnFolders(dist), readBuiltPlaces, leanHttp],
    ssr: { noExternal: true, external: notBundled, target: 'node' },
    build: {
      ssr: true,
      outDir: dist,
      target: 'node24',
      sourcemap: true,
      rolldownOptions: {
        input: { main: path.join(root, 'server/cli/main.ts') },
        output: {
          format: 'esm',
          sourcemapExcludeSources: true,
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
        },
      },
    },
  })
  await writePlaceData()
  stampBundle(root, built)
}

async function writePlaceData(): Promise<void> {
  const { builtPlacesFile } = await import('../lib/gazetteer/data/load-built-places.ts')
  const { buildPacked } = await import('../lib/gazetteer/data/load-places.ts')
  const { writePlaces } = await import('../lib/gazetteer/data/packed-places.ts')
  writeFileSync(path.join(dist, builtPlacesFile), writePlaces(await buildPacked()))
}

function sayWhatBroke(error: Error): void {
  console.error(
    `The server could not be bundled; it runs from its sources, and starts more slowly.\n${error.message}`,
  )
  if (!onlyIfStale) process.exitCode = 1
}
