import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Folders of programs for administrators, which the PATH of an ordinary user leaves out. */
const administrators = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The path of a program of this machine, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...administrators]
  return folders.map((folder) => path.join(folder, name)).find(canRun) ?? null
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** False if this machine has all programs; otherwise why the test is skipped. */
export function missingPrograms(...names: string[]): string | false {
  const missing = names.filter((name) => findProgram(name) === null)
  return missing.length > 0 && `NOT RUN: this machine has no ${missing.join(', no ')}`
}

export type Program = AsyncDisposable & {
  pid: number
  output: () => string
  hasEnded: () => boolean
  /** Sends SIGKILL and waits for the end. */
  kill: () => Promise<void>
}

export type ProgramOptions = { env?: Record<string, string>; uid?: number; gid?: number; cwd?: string }

/** Starts a program of this machine; on dispose it is killed. */
export function startProgram(name: string, args: string[], options: ProgramOptions = {}): Program {
  const { PATH = '' } = process.env
  const child = spawn(findProgram(name) ?? name, args, {
    ...options,
    env: { PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const hasEnded = () => isOver(child)
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return
    // Not `close`: its own children may keep the output open.
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
