import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * The confinement of the decoder by the system, in addition to Node's `--permission`: `full`: no network, and the data,
 * the settings and the sockets of other services are hidden; `network`: no network; `none`: no additional confinement.
 */
export type ConfinementLevel = 'full' | 'network' | 'none'

export type Confinement = {
  level: ConfinementLevel
  /** Returns the command that runs `command` confined. The process id stays the same, so it can be killed. */
  wrap: (command: string[]) => string[]
}

export type ConfinementOptions = {
  /** Folders and files that the process must not see, if they exist. */
  hidden: string[]
  /** Paths that the process needs; a folder that contains any of them is not hidden. */
  needed: string[]
}

/**
 * Tries the strictest confinement first. If the system allows no confinement, the level is `none`; it does not throw.
 */
export async function findConfinement({ hidden, needed }: ConfinementOptions): Promise<Confinement> {
  const places = hideable([...hidden, ...sharedFolders()], [...needed, process.execPath])
  const isRoot = process.getuid?.() === 0
  const candidates: Confinement[] = [
    { level: 'full', wrap: (command) => hiding(places, isRoot, command) },
    { level: 'network', wrap: (command) => withoutNetwork(isRoot, command) },
  ]
  for (const candidate of process.platform === 'linux' ? candidates : []) {
    if (await succeeds(candidate.wrap(['true']))) return candidate
  }
  return { level: 'none', wrap: (command) => command }
}

/** Folders with sockets of other services and files of users. */
const sharedFolders = (): string[] => [
  ...['/run', '/tmp', '/var/tmp', '/home', '/root', '/var/lib/dray', '/var/lib/postgresql'],
  os.tmpdir(),
]

/** Resolves the existing paths and omits each that contains a needed path or is inside another one. */
function hideable(wanted: string[], needed: string[]): string[] {
  const kept = needed.map((each) => realpathSync(each))
  const real = wanted.filter((each) => existsSync(each)).map((each) => realpathSync(each))
  const free = [...new Set(real)].filter((place) => !kept.some((each) => isWithin(place, each)))
  return free.filter((place) => !free.some((outer) => outer !== place && isWithin(outer, place)))
}

const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)

/*
 * Root creates the namespaces directly, and the decoder then switches to the user `nobody`. Another user becomes root
 * in a user namespace to create the mounts; a second user namespace drops these rights and locks the mounts.
 */
const hiding = (places: string[], isRoot: boolean, command: string[]): string[] => [
  ...['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--net', '--ipc', '--mount', '--'],
  ...['/bin/sh', '-c', hideScript, 'sh', ...places, '--'],
  ...(isRoot ? [] : ['unshare', '--user', '--mount', '--']),
  ...command,
]

const withoutNetwork = (isRoot: boolean, command: string[]): string[] => [
  ...['unshare', ...(isRoot ? [] : ['--user']), '--net', '--ipc', '--'],
  ...command,
]

const hideScript = `
set -e
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,mode=000 tmpfs "$1"
  elif [ -e "$1" ]; then mount --bind /dev/null "$1"
  fi
  shift
done
shift
exec env -i "$@"`

async function succeeds([program = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: '/', env: {}, stdio: 'ignore', timeout: 5_000 })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  return promise
}
