import { OperatorError } from '../lib/operator-error.ts'

/** Lists all errors in the settings. It ends the start or the command. */
export class ConfigError extends OperatorError {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}
