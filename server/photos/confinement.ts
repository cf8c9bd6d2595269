import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * What the system lets us take from the decoder beside what Node takes from it (`--permission`):
 * `full`: it has no network, and the data, the settings and other services' sockets are out of its sight;
 * `network`: it has no network; `none`: nothing.
 */
export type ConfinementLevel = 'full' | 'network' | 'none'

export type Confinement = {
  level: ConfinementLevel
  /** The command that runs this one confined. It keeps the process id, so that it can be killed. */
  wrap: (command: string[]) => string[]
}

export type ConfinementOptions = {
  /** Folders and files it must not see, where they exist. */
  hidden: string[]
  /** What it needs; a folder that holds any of it stays in sight. */
  needed: string[]
}

/** Tries the strictest confinement first. Never throws: a system that allows none runs the decoder as before. */
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

/** Where other services keep their sockets, and people their files. */
const sharedFolders = (): string[] => [
  ...['/run', '/tmp', '/var/tmp', '/home', '/root', '/var/lib/dray', '/var/lib/postgresql'],
  os.tmpdir(),
]

/** Real paths that exist and hold nothing that is needed; of one inside another, the outer one. */
function hideable(wanted: string[], needed: string[]): string[] {
  const kept = needed.map((each) => realpathSync(each))
  const real = wanted.filter((each) => existsSync(each)).map((each) => realpathSync(each))
  const free = [...new Set(real)].filter((place) => !kept.some((each) => isWithin(place, each)))
  return free.filter((place) => !free.some((outer) => outer !== place && isWithin(outer, place)))
}

const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)

/*
 * Root makes the namespaces itself, and the decoder then becomes `nobody`. An ordinary user is root in a user namespace
 * for the mounts; a second user namespace takes that away again, and locks the mounts.
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
