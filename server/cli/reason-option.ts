import { InvalidArgumentError } from 'commander'

/** For commands whose reason is optional: it goes into the audit log. Its last part checks the reason of every command. */
export const reasonOption = ['--reason <text>', 'for the audit log', reason] as const

function reason(text: string): string {
  const trimmed = text.trim()
  if (trimmed && [...trimmed].length <= 300) return trimmed
  throw new InvalidArgumentError('must have 1 to 300 characters')
}
