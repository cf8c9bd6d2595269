/**
 * An error that the operator can fix. Its message says what is wrong and how to fix it; it is shown without a stack.
 */
export class OperatorError extends Error {}
