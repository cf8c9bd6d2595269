import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * A real Chromium out of an npm package, so that nothing has to be installed by hand: `await using browser = await
 * launchBrowser()`. Its profile lives in a temporary folder, which is gone with it.
 */
export async function launchBrowser(): Promise<Browser> {
  const home = await unpackedChromium()
  return chromium.launch({
    executablePath: path.join(home, 'chromium'),
    args: flags,
    env: { ...plainEnv(), FONTCONFIG_FILE: path.join(home, 'fonts.conf') },
  })
}

/** What went wrong on a page, in words: errors, refusals of the content security policy, requests to elsewhere. */
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
  // Containers and root have no user namespaces to build a sandbox from; only our own pages are opened.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  '--font-render-hinting=none',
]

const require = createRequire(import.meta.url)

/**
 * The folder with the unpacked browser, made once per installed version. Unpacked elsewhere and renamed into place, as
 * several test files come here at once.
 */
async function unpackedChromium(): Promise<string> {
  const packageJson = path.resolve(require.resolve('@sparticuz/chromium'), '../../package.json')
  const { version } = require(packageJson) as { version: string }
  const cache = path.resolve(packageJson, '../../../.cache/chromium')
  const home = path.join(cache, version)
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

/** The package unpacks into the folder for temporary files; a process of its own can be told another one. */
async function unpackInto(folder: string): Promise<void> {
  const script = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
  await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: import.meta.dirname,
    env: { ...plainEnv(), TMPDIR: folder },
  })
}

/** The package's own fonts first, so that there are letters also where no font is installed. */
const fontsConf = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`

/** The environment without the settings of the service, nor those that would turn a child into a part of this test. */
function plainEnv(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR']
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
