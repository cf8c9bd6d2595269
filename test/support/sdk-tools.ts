import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const folder = path.join(import.meta.dirname, '../../sdk/tools')

/** The path of a file of the packages in `sdk/tools`. */
export const sdkTool = (file: string): string => path.join(folder, 'node_modules', file)

/**
 * Installs the packages of `sdk/tools` if they are missing or older than their lock file.
 * @returns why they cannot be used, or null
 */
export async function installSdkTools(): Promise<string | null> {
  if (isInstalled()) return null
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: 300_000 })
    return null
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const network = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED/.exec(stderr)?.[0]
    if (network) return `NOT RUN: the packages of sdk/tools could not be downloaded (${network})`
    throw error
  }
}

function isInstalled(): boolean {
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  const locked = path.join(folder, 'package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs
}
