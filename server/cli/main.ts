import { OperatorError } from '../lib/operator-error.ts'
import { program } from './program.ts'

try {
  const dray = await program(process.argv.slice(2))
  await dray.parseAsync()
} catch (error) {
  // An error that the operator can fix is printed as one paragraph; any other error is printed with its stack.
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
