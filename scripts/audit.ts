import { execFile } from 'node:child_process'
import path from 'node:path'
import { judgeAudit } from './judge-audit.ts'

/**
 * Holds the locked dependencies to the registry's list of known vulnerabilities. Ends with 1 when one is high or critical;
 * a list that cannot be reached is said plainly and is no failure, so that a build without network does not break.
 */
const args = ['audit', '--package-lock-only', '--json']
execFile('npm', args, { cwd: path.join(import.meta.dirname, '..'), timeout: 60_000 }, (_error, stdout) => {
  const { text, exitCode } = judgeAudit(stdout)
  console.log(text)
  process.exitCode = exitCode
})
