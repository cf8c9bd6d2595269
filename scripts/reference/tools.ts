import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The tools are a separate package with a separate lock file, so `npm ci` of Dray does not install them. */
const folder = path.join(import.meta.dirname, '../../test/third-party')
const packages = path.join(folder, 'node_modules')

/** A file of the package of tools, such as the settings of a tool. */
export const toolFile = (name: string): string => path.join(folder, name)

export const installTools = (): void => installPackage(folder)

/** Installs a package with a separate lock file, if it is missing or older than that file. */
export function installPackage(of: string): void {
  const installed = path.join(of, 'node_modules/.package-lock.json')
  const lock = path.join(of, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: of, stdio: 'inherit' })
}

/**
 * The temporary folder in which the tools run and write, with the stories of the clients and the packages they import.
 */
export type Work = Disposable & { file: (name: string) => string }

export function openWork(): Work {
  const work = mkdtempSync(path.join(os.tmpdir(), 'dray-reference-'))
  symlinkSync(packages, path.join(work, 'node_modules'))
  cpSync(path.join(folder, 'package.json'), path.join(work, 'package.json'))
  cpSync(path.join(folder, 'clients'), path.join(work, 'clients'), { recursive: true })
  return {
    file: (name) => path.join(work, name),
    [Symbol.dispose]: () => rmSync(work, { recursive: true, force: true }),
  }
}

export type Env = Record<string, string>

/** Starts a tool without access to names of other servers, and without the notes of its use that some tools send. */
export function startTool(work: Work, [name = '', ...args]: string[], env: Env = {}): ChildProcess {
  return startNode(work, [path.join(packages, '.bin', name), ...args], { ...quiet, ...env })
}

const quiet = {
  CI: 'true',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_OPTIONS: `--import=${toolFile('loopback-only.mjs')} --max-http-header-size=1048576`,
}

function startNode(work: Work, args: string[], env: Env): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return spawn(process.execPath, args, {
    cwd: work.file('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
  })
}

export type Ran = { code: number | null; stdout: string; stderr: string }

/** Runs a tool to its end: its name, then its arguments. */
export const runTool = (work: Work, command: string[], env: Env = {}): Promise<Ran> =>
  ended(startTool(work, command, env))

/** Runs a script that is not one of the tools. */
export const runNode = (work: Work, args: string[], env: Env = {}): Promise<Ran> =>
  ended(startNode(work, args, env))

function ended(child: ChildProcess): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  child.on('error', reject)
  child.on('close', (code) => resolve({ code, ...output }))
  return promise
}

/** The JSON that a tool has printed, without the lines before it. @throws Error with its output if it has no JSON. */
export function printedJson({ code, stdout, stderr }: Ran, start: '{' | '['): unknown {
  const at = stdout.indexOf(start)
  try {
    if (at >= 0) return JSON.parse(stdout.slice(at))
  } catch {
    // Reported below, with the output.
  }
  throw new Error(`no result, exit code ${code}: ${`${stderr}\n${stdout}`.trim().slice(0, 2_000)}`)
}
