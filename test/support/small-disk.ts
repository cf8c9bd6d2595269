import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A file system in memory, which can be filled. */
export type SmallDisk = Disposable & {
  /** Takes all space that is left. */
  fill: () => void
  free: () => void
}

/** Mounts it at a new folder; null where that is not allowed. It needs root, and containers often refuse it. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  fs.mkdirSync(folder, { recursive: true })
  try {
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'dray-test', folder]
    execFileSync('mount', args, { stdio: 'pipe' })
  } catch {
    return null
  }
  const filler = path.join(folder, 'filler')
  return {
    fill() {
      const file = fs.openSync(filler, 'w')
      // The last bytes need smaller pieces.
      for (const bytes of [1_048_576, 4_096]) writeUntilFull(file, Buffer.alloc(bytes))
      fs.closeSync(file)
    },
    free: () => fs.rmSync(filler, { force: true }),
    [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (fs.writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
