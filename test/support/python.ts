import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '..', '..')

/** False if this machine has a `python3` that can run the SDK; otherwise why the tests are skipped. */
export const pythonMissing: string | false = await promisify(execFile)('python3', [
  '-c',
  'import sys; sys.exit(sys.version_info < (3, 10))',
]).then(
  () => false as const,
  () => 'no python3 of version 3.10 or later: the Python SDK and the shop were not tested',
)

/** Environment of a Python program that uses the SDK of this checkout. */
export function pythonEnv(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    PYTHONPATH: path.join(root, 'sdk/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    ...more,
  }
}
