import { spawn } from 'node:child_process'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Account, runAs } from './account.ts'

/**
 * Runs one of PostgreSQL's programs and waits for it to exit.
 *
 * @throws OperatorError with the end of its error output.
 */
export function runProgram(
  program: string,
  args: string[],
  { account, input }: { account: Account | undefined; input?: string },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(program, args, { ...runAs(account), stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-2_000)
  })
  // A program that exits early closes its input. Its exit code is more useful than the broken pipe error.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  child.on('error', (error) => reject(spawnFault(error)))
  child.on('close', (code, signal) => {
    if (code === 0) resolve()
    else reject(new OperatorError(`PostgreSQL could not be prepared (${signal ?? code}): ${said.trim()}`))
  })
  return promise
}

export function spawnFault(error: NodeJS.ErrnoException): Error {
  const remedy = 'start Dray as an ordinary user, or set DATABASE_URL'
  return new OperatorError(`PostgreSQL could not be started (${error.code}): ${remedy}`, { cause: error })
}
