import { OperatorError } from '../lib/operator-error.ts'

/** The name of a member, checked as the panel checks it. */
export function memberName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > 80 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name))
    throw new OperatorError('The name must be one line of at most 80 characters')
  return name
}
