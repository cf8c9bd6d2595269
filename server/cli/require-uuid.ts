import { OperatorError } from '../lib/operator-error.ts'
import { isUuid } from '../lib/uuid.ts'

export function requireUuid(text: string): string {
  const id = text.toLowerCase()
  if (isUuid(id)) return id
  throw new OperatorError(`${text} is not an id`)
}
