import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '..', '..')

/** False if this machine has a `python3` that can run the SDK; otherwise why the tests are skipped. */
export const pythonMissing: string | false = await failureOf(
  'import sys; sys.exit(sys.version_info < (3, 10))',
  'no python3 of version 3.10 or later: the Python SDK and the shop were not tested',
)

/** Like `pythonMissing`, for tests that install with pip. Debian has it in the package `python3-venv`. */
export const venvMissing: string | false =
  pythonMissing ||
  (await failureOf('import ensurepip, venv', 'python3 has no venv: pip did not install the Python SDK'))

/** `reason` if Python fails to run the code. */
function failureOf(code: string, reason: string): Promise<string | false> {
  return promisify(execFile)('python3', ['-c', code]).then(
    () => false,
    () => reason,
  )
}

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
