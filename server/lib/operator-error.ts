/**
 * An error that the operator can fix: its message says what is wrong and how to fix it, and is shown without a stack.
 */
export class OperatorError extends Error {}
