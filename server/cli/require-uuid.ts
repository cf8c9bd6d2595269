import { OperatorError } from '../lib/operator-error.ts'

export function requireUuid(text: string): string {
  const id = text.toLowerCase()
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  throw new OperatorError(`${text} is not an id`)
}
