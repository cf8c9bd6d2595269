import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/read-config.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 18)) return ok('node', version)
  return fail('node', version, 'Install Node.js 24.18 or newer')
}

/** Writes a file to the data folder: a permission check alone would always succeed for root. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Check> {
  const name = 'data folder'
  const remedy = 'Make the folder writable for the user that runs Dray, or set DATA_DIR to another one'
  return attempt({ name, remedy }, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const file = path.join(dataDir, `.doctor-${randomUUID()}`)
    try {
      await writeFile(file, 'dray', { flag: 'wx' })
    } finally {
      await rm(file, { force: true })
    }
    const { bavail, bsize } = await statfs(dataDir)
    return judgeSpace(name, bavail * bsize)
  })
}

const mebibyte = 1_048_576

export function judgeSpace(name: string, freeBytes: number): Check {
  const free = Math.floor(freeBytes / mebibyte)
  if (free < 200)
    return fail(name, `${free} MiB free`, 'Free some space: without it PostgreSQL stops taking drafts')
  if (free < 2_048) return warn(name, `${free} MiB free`, 'Free some space before it runs out')
  return ok(name, `writable, ${free} MiB free`)
}
