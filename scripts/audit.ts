import { execFile } from 'node:child_process'
import path from 'node:path'
import { judgeAudit } from './judge-audit.ts'

/**
 * Checks the locked dependencies against the registry's list of known vulnerabilities. Exits with 1 if one is high or
 * critical. If the list cannot be reached, it prints that and exits with 0, so a build works offline.
 */
const args = ['audit', '--package-lock-only', '--json']
execFile('npm', args, { cwd: path.join(import.meta.dirname, '..'), timeout: 60_000 }, (_error, stdout) => {
  const { text, exitCode } = judgeAudit(stdout)
  console.log(text)
  process.exitCode = exitCode
})
