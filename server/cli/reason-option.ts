import { InvalidArgumentError } from 'commander'

/** The reason for the audit log, which outlives the erasure of a person. */
export const reasonOption = [
  '--reason <text>',
  'for the audit log, which is kept: name nobody in it',
  reason,
] as const

/** The reason of an act on a job, which is kept with the job. */
export const jobReasonOption = ['--reason <text>', 'for the log of the job', reasonOption[2]] as const

function reason(text: string): string {
  const trimmed = text.trim()
  if (trimmed && [...trimmed].length <= 300) return trimmed
  throw new InvalidArgumentError('must have 1 to 300 characters')
}
