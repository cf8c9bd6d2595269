import { existsSync } from 'node:fs'
import path from 'node:path'
import { hashOfSources, stampOf } from '../web/build/sources.ts'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'web/dist')

/**
 * `npm run build` builds the web app into `web/dist`. `--if-stale`, before every start, does so only when its sources
 * are not those of the last build, and never stops a start: without the app there is still the service.
 */
const onlyIfStale = process.argv.includes('--if-stale')
const sources = hashOfSources(root)
if (!onlyIfStale || stampOf(dist) !== sources) process.exitCode = await build().catch(sayWhatBroke)

async function build(): Promise<number> {
  if (!existsSync(path.join(root, 'node_modules/vite'))) return sayWhyNot()
  const { buildWeb } = await import('../web/build/build.ts')
  const sizes = await buildWeb({ dist, stamp: sources })
  if (!onlyIfStale) for (const line of sizes) console.log(line)
  return 0
}

/** A fault in a source that is just being written is no reason to stop what does not need it. */
function sayWhatBroke(error: Error): number {
  console.error(`The web app could not be built.\n${error.message}`)
  if (onlyIfStale && stampOf(dist) !== null) console.error('The one that was built before is used.')
  return onlyIfStale ? 0 : 1
}

/** An installation without the tools (`npm ci --omit=dev`) uses what was built before. */
function sayWhyNot(): number {
  if (stampOf(dist) !== null) {
    if (!onlyIfStale) console.error('The tools to build with are not installed: run `npm ci` first.')
    return onlyIfStale ? 0 : 1
  }
  console.error(
    'The web app is not built, and the tools to build it with are not installed; everything else works.\n' +
      'Run `npm ci && npm run build`, or copy `web/dist` from a machine where that was done.',
  )
  return onlyIfStale ? 0 : 1
}
