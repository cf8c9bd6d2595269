import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/read-config.ts'
import type { CheckName } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 18)) return ok(['node'], ['version', version])
  return fail(['node'], ['version', version], ['updateNode'])
}

/** Writes a file to the data folder: a permission check alone would always succeed for root. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Check> {
  return attempt({ name: ['dataFolder'], remedy: ['makeWritable'] }, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const file = path.join(dataDir, `.doctor-${randomUUID()}`)
    try {
      await writeFile(file, 'dray', { flag: 'wx' })
    } finally {
      await rm(file, { force: true })
    }
    const { bavail, bsize } = await statfs(dataDir)
    return judgeSpace(bavail * bsize)
  })
}

const mebibyte = 1_048_576

export function judgeSpace(freeBytes: number): Check {
  const name: CheckName = ['dataFolder']
  const free = Math.floor(freeBytes / mebibyte)
  if (free < 200) return fail(name, ['littleSpace', free], ['freeSpaceNow'])
  if (free < 2_048) return warn(name, ['littleSpace', free], ['freeSpaceSoon'])
  return ok(name, ['writable', free])
}
