import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Identifies a process, and distinguishes it from a later process with the same pid. */
export type ProcessInfo = {
  startedAt: string
  /** The command line, with arguments joined by spaces. */
  command: string
  /** Undefined if the system does not reveal it (a process of another account, macOS). */
  folder: string | undefined
  /** True if the program's file was removed or replaced after the start. */
  replaced: boolean
}

/** Returns `null` if no such process runs. A zombie does not count as running. */
export function processInfo(pid: number): ProcessInfo | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  return fs.existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
}

/** A cheaper check for polling. `startedAt` is the value from `processInfo`. */
export function stillRuns(pid: number, startedAt: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return fs.existsSync('/proc/self/stat') ? startFromProc(pid) === startedAt : true
}

function fromProc(pid: number): ProcessInfo | null {
  const startedAt = startFromProc(pid)
  const command = attempt(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  if (startedAt === undefined || command === undefined) return null
  return {
    startedAt,
    command: command.replace(/\0$/, '').replaceAll('\0', ' '),
    folder: attempt(() => fs.readlinkSync(`/proc/${pid}/cwd`)),
    replaced: attempt(() => fs.readlinkSync(`/proc/${pid}/exe`))?.endsWith(' (deleted)') ?? false,
  }
}

/** Field 22 counts clock ticks since boot, so the boot id is added to make it unique. */
function startFromProc(pid: number): string | undefined {
  const stat = attempt(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name in parentheses and may contain any character, so parsing starts after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = attempt(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return `${boot ?? ''}:${fields[19]}`
}

/** For macOS and other systems without /proc. */
export function fromPs(pid: number): ProcessInfo | null {
  const line = ps('stat=,lstart=', pid)
  if (!line || line.startsWith('Z')) return null
  return {
    startedAt: line.replace(/^\S+\s+/, ''),
    command: ps('command=', pid),
    folder: undefined,
    replaced: false,
  }
}

function ps(columns: string, pid: number): string {
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' }
  const { stdout } = spawnSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { env, encoding: 'utf8' })
  return (stdout ?? '').trim()
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
