import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'

/** A refusal of the business is one line for the operator. */
export async function sayingWhyNot<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    throw error instanceof Problem ? new OperatorError(error.text.en) : error
  }
}
