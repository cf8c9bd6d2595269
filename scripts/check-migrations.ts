import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Holds the migrations since the rule exists to what nodes of the version before can go on beside (decision 59): no
 * long lock, and nothing is renamed or dropped. A migration that ignores a rule has to name the oldest version that may
 * run on the schema.
 */
const root = path.join(import.meta.dirname, '..')
const [folder = path.join(root, 'server/db/migrations')] = process.argv.slice(2)
const firstHeld = '0061'

/** The package has binaries for more systems; the lock file has the one of the checks. */
const squawk = path.join(root, 'node_modules/@squawk-cli/linux-x64/bin/squawk')
if (!existsSync(squawk)) {
  console.log('New migrations are not checked: squawk is installed only for Linux on x64')
  process.exit()
}

const files = readdirSync(folder)
  .filter((file) => file >= firstHeld && file.endsWith('.sql'))
  .map((file) => path.join(folder, file))

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const isAlone = /^-- no-transaction$/m.test(text)
  run(['--config', path.join(root, '.squawk.toml'), ...(isAlone ? ['--no-assume-in-transaction'] : []), file])
  if (/squawk-ignore/.test(text) && !/^-- oldest version: \d+\.\d+\.\d+$/m.test(text))
    refuse(`${file} ignores a rule and does not say which version is the oldest that may run on it`)
  if (!/^-- Locks: /m.test(text)) refuse(`${file} does not say what it locks`)
}

function run(args: string[]): void {
  try {
    execFileSync(squawk, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    refuse((error as { stdout?: string }).stdout ?? String(error))
  }
}

function refuse(reason: string): void {
  console.log(reason)
  process.exitCode = 1
}
