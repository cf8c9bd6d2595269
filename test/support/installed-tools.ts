import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs the packages of a folder of tools if they are missing or older than their lock file.
 *
 * @param folder absolute path of a folder with `package.json` and `package-lock.json`.
 * @returns why they cannot be used, or null
 */
export async function installTools(folder: string): Promise<string | null> {
  if (isInstalled(folder)) return null
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: 300_000 })
    return null
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const network = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED/.exec(stderr)?.[0]
    const name = path.relative(path.join(import.meta.dirname, '../..'), folder)
    if (network) return `NOT RUN: the packages of ${name} could not be downloaded (${network})`
    throw error
  }
}

function isInstalled(folder: string): boolean {
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  const locked = path.join(folder, 'package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs
}
