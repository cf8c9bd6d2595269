import { program } from './cli/program.ts'
import { OperatorError } from './lib/operator-error.ts'

try {
  await program().parseAsync()
} catch (error) {
  // A fault a person can mend is said in one paragraph; anything else shows where it came from.
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
