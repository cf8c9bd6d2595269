import { OperatorError } from '../lib/operator-error.ts'

/** Lists every fault of the settings at once; a start or a command ends with it. */
export class ConfigError extends OperatorError {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}
