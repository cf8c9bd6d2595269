import { OperatorError } from '../lib/operator-error.ts'

/** Why there is no backup or no restore, and what to do; nothing was changed. For the person at the terminal. */
export class BackupError extends OperatorError {}
