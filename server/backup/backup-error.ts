import { OperatorError } from '../lib/operator-error.ts'

/** The reason why a backup or restore was refused, and the remedy, for the operator. Nothing was changed. */
export class BackupError extends OperatorError {}
