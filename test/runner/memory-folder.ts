import fs from 'node:fs'

/** A folder in memory for the temporary PostgreSQL, where a database is created ten times faster than on a disk. */
export function memoryFolder(): string | null {
  const folder = '/dev/shm'
  if (!fs.existsSync('/proc/mounts') || !fs.existsSync(folder)) return null
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , kind] = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ') ?? []
  const { bavail, bsize } = fs.statfsSync(folder)
  // In most containers the folder is small. Its size is only a limit, so the memory itself must be free too.
  const freeBytes = Math.min(bavail * bsize, process.availableMemory())
  return kind === 'tmpfs' && freeBytes >= minFreeBytes ? folder : null
}

const minFreeBytes = 4 * 1024 ** 3
