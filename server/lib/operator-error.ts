/** Something the operator can mend: its message says what and how, and is shown without a stack. */
export class OperatorError extends Error {}
