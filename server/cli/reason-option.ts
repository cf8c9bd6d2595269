import { InvalidArgumentError } from 'commander'

/** Optional reason for the audit log. Commands with a required reason use only the parser, the last element. */
export const reasonOption = [
  '--reason <text>',
  'for the audit log, which is kept: name nobody in it',
  reason,
] as const

/** Help of a required reason of an act on a job. */
export const forTheLogs = 'for the log of the job and the audit log: name nobody in it'

function reason(text: string): string {
  const trimmed = text.trim()
  if (trimmed && [...trimmed].length <= 300) return trimmed
  throw new InvalidArgumentError('must have 1 to 300 characters')
}
