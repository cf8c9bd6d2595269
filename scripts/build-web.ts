import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'web/dist')
const stampFile = path.join(dist, 'source.txt')

/**
 * `npm run build` builds the web app into `web/dist`. `--if-stale`, before every start, does so only when its sources
 * are not those of the last build, and never stops a start: without the app there is still the service.
 */
const onlyIfStale = process.argv.includes('--if-stale')
const sources = hashOfSources()
if (!onlyIfStale || readStamp() !== sources) process.exitCode = await build()

async function build(): Promise<number> {
  if (!existsSync(path.join(root, 'node_modules/vite'))) return sayWhyNot()
  const { buildWeb } = await import('../web/build/build.ts')
  const sizes = await buildWeb({ dist, stamp: sources })
  if (!onlyIfStale) for (const line of sizes) console.log(line)
  return 0
}

/** An installation without the tools (`npm ci --omit=dev`) uses what was built before. */
function sayWhyNot(): number {
  if (existsSync(stampFile)) {
    if (!onlyIfStale) console.error('The tools to build with are not installed: run `npm ci` first.')
    return onlyIfStale ? 0 : 1
  }
  console.error(
    'The web app is not built, and the tools to build it with are not installed; everything else works.\n' +
      'Run `npm ci && npm run build`, or copy `web/dist` from a machine where that was done.',
  )
  return onlyIfStale ? 0 : 1
}

function hashOfSources(): string {
  const patterns = [
    'web/**/*.*',
    'contract/**/*.ts',
    'package-lock.json',
    'server/http/pages/assets/mark.svg',
  ]
  const exclude = ['web/dist*/**', '**/*.test.ts']
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function readStamp(): string | null {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : null
}
