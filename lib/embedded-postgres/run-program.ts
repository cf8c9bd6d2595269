import { spawn } from 'node:child_process'
import { type Account, runAs } from './account.ts'
import { type App, EmbeddedPostgresError } from './app.ts'

/**
 * Runs one of PostgreSQL's programs and waits for it to exit.
 *
 * @throws EmbeddedPostgresError with the end of its error output.
 */
export function runProgram(
  program: string,
  args: string[],
  { account, app, input }: { account: Account | undefined; app: App; input?: string },
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
  child.on('error', (error) => reject(spawnFault(error, app)))
  child.on('close', (code, signal) => {
    if (code === 0) resolve()
    else
      reject(
        new EmbeddedPostgresError(`PostgreSQL could not be prepared (${signal ?? code}): ${said.trim()}`),
      )
  })
  return promise
}

export function spawnFault(error: NodeJS.ErrnoException, { title, remedies }: App): Error {
  const remedy = `start ${title} as an ordinary user, or ${remedies.otherPostgres}`
  return new EmbeddedPostgresError(`PostgreSQL could not be started (${error.code}): ${remedy}`, {
    cause: error,
  })
}
