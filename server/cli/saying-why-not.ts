import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'

/** Turns a `Problem` into an `OperatorError`, which is printed as one line. */
export async function sayingWhyNot<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    throw error instanceof Problem ? new OperatorError(error.message) : error
  }
}
