import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  type Browser,
  type BrowserServer,
  chromium,
  type Download,
  type LaunchOptions,
  type Page,
} from 'playwright-core'

/**
 * Launches a browser, or connects to the one that `test/run.ts` shares between all test files: `await using browser =
 * await launchBrowser()`. Closing a connected browser closes only the contexts of this connection.
 */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env.TEST_BROWSER_URL
  return shared ? chromium.connect(shared) : chromium.launch(await launchOptions())
}

/** Launches a browser for several processes, which connect to its `wsEndpoint()`. */
export const shareBrowser = async (): Promise<BrowserServer> => chromium.launchServer(await launchOptions())

/**
 * Options for the Chromium of an npm package, without an installed browser. Its profile is in a temporary folder, which
 * is deleted with the browser.
 */
async function launchOptions(): Promise<LaunchOptions> {
  const home = await unpackedChromium()
  return {
    executablePath: path.join(home, 'chromium'),
    args: flags,
    env: { ...plainEnv(), FONTCONFIG_FILE: path.join(home, 'fonts.conf') },
  }
}

/** Text of a download, with its byte order mark. A shared browser may not give the path of its file. */
export const contentOf = async (download: Download): Promise<string> =>
  (await buffer(await download.createReadStream())).toString('utf8')

/** Collects the faults of a page: console errors, CSP violations, requests to other origins. */
export function watch(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))
      faults.push(`outside: ${new URL(url).origin}`)
  })
  return faults
}

const flags = [
  // Containers and root have no user namespaces for Chromium's sandbox. Safe, because it opens only pages of this test.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  '--font-render-hinting=none',
]

const packages = path.join(import.meta.dirname, '../browser')
const cache = path.join(import.meta.dirname, '../../node_modules/.cache/chromium')

/**
 * Folder of the browser, downloaded and unpacked once per version (`test/browser/package.json`). It is unpacked
 * elsewhere and renamed, because several processes may do this concurrently.
 */
async function unpackedChromium(): Promise<string> {
  const lock = await readFile(path.join(packages, 'package-lock.json'))
  const home = path.join(cache, createHash('sha256').update(lock).digest('hex').slice(0, 16))
  if (existsSync(home)) return home
  await mkdir(cache, { recursive: true })
  const building = await mkdtemp(path.join(cache, 'unpacking-'))
  try {
    await unpackInto(building)
    await writeFile(path.join(building, 'fonts.conf'), fontsConf)
    await rename(building, home)
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
  return home
}

/** The package unpacks into the temporary folder; in a child process `TMPDIR` can be set. */
async function unpackInto(folder: string): Promise<void> {
  const run = promisify(execFile)
  const scratch = await mkdtemp(path.join(folder, 'package-'))
  await cp(packages, scratch, { recursive: true })
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: scratch })
  const script = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
  await run(process.execPath, ['-e', script], { cwd: scratch, env: { ...plainEnv(), TMPDIR: folder } })
  await rm(scratch, { recursive: true })
}

/** Puts the package's fonts first, so text renders on machines without fonts. */
const fontsConf = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`

/** The environment without Dray's settings, and without variables that would make a child part of this test run. */
function plainEnv(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR']
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
