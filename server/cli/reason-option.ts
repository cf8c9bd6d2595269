import { InvalidArgumentError } from 'commander'

/** Optional reason for the audit log. Commands with a required reason use only the parser, the last element. */
export const reasonOption = ['--reason <text>', 'for the audit log', reason] as const

function reason(text: string): string {
  const trimmed = text.trim()
  if (trimmed && [...trimmed].length <= 300) return trimmed
  throw new InvalidArgumentError('must have 1 to 300 characters')
}
