import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { packSdk } from './sdk-package.ts'
import { until } from './until.ts'

const root = path.join(import.meta.dirname, '..', '..')
const classifiedsFolder = path.join(root, 'examples/express-classifieds')
const cache = path.join(root, 'node_modules/.cache/express-classifieds')

/** The example in a scratch folder, with its packages and the SDK as it is packed. */
export type InstalledClassifieds = AsyncDisposable & { folder: string; missing: string | null }

/** Its packages are downloaded once. Where that is not possible, `missing` says why. */
export async function installClassifieds(): Promise<InstalledClassifieds> {
  await using sdk = await packSdk()
  const manifest = await readFile(path.join(classifiedsFolder, 'package.json'))
  const version = createHash('sha256')
    .update(manifest)
    .update(await readFile(sdk.tarball))
    .digest('hex')
  const packages = path.join(cache, version)
  const missing = existsSync(packages) ? null : await install(sdk.tarball, packages)
  const folder = await mkdtemp(path.join(tmpdir(), 'classifieds-'))
  const isSource = (file: string) => !/\/(node_modules|orders\.db\S*)$/.test(file)
  await cp(classifiedsFolder, folder, { recursive: true, filter: isSource })
  await symlink(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, missing, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Installs as its README says, but with the packed SDK. Other test files may do the same at the same time. */
async function install(sdk: string, packages: string): Promise<string | null> {
  await mkdir(cache, { recursive: true })
  const scratch = await mkdtemp(path.join(cache, 'new-'))
  await cp(path.join(classifiedsFolder, 'package.json'), path.join(scratch, 'package.json'))
  const args = ['install', '--no-save', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', sdk]
  try {
    await promisify(execFile)('npm', args, { cwd: scratch, timeout: 300_000 })
    await rename(scratch, packages)
    return null
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    if (existsSync(packages)) return null
    const { stderr = '' } = error as { stderr?: string }
    const network = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED/.exec(stderr)?.[0]
    if (network) return `NOT RUN: the packages of the example could not be downloaded (${network})`
    throw error
  }
}

export type Classifieds = AsyncDisposable & {
  url: string
  output: () => string
  /** Kills the process and waits for its end. */
  kill: () => Promise<void>
}

export type ClassifiedsStart = {
  folder: string
  dray: { url: string; apiKey: string }
  /** File of its orders. */
  database: string
  port?: number
  env?: Record<string, string>
}

/** Starts the example as a process: `await using site = await startClassifieds({ folder, dray, database })`. */
export async function startClassifieds({
  folder,
  dray,
  database,
  port,
  env,
}: ClassifiedsStart): Promise<Classifieds> {
  const onPort = port ?? (await freePort())
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    DRAY_URL: dray.url,
    DRAY_API_KEY: dray.apiKey,
    ORDERS_FILE: database,
    PORT: String(onPort),
  }
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: folder,
    env: { PATH, HOME, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const isReady = () => output.includes('The site is at')
  await until('the site listens', () => isReady() || child.exitCode !== null)
  if (!isReady()) throw new Error(`The site ended during its start: ${output}`)
  return { url: `http://127.0.0.1:${onPort}`, output: () => output, kill, [Symbol.asyncDispose]: kill }
}
