import { CommandError } from './cli/output.ts'
import { program } from './cli/program.ts'
import { ConfigError } from './config.ts'

try {
  await program().parseAsync()
} catch (error) {
  // A fault a person can mend is said in one paragraph; anything else shows where it came from.
  const expected = error instanceof CommandError || error instanceof ConfigError
  console.error(expected ? error.message : error)
  process.exitCode = 1
}
