import { InvalidArgumentError, Option } from 'commander'
import type { RefundShares } from '../jobs/money/share-refund.ts'
import { isUuid } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * Parses an ISO 8601 date (its start in UTC) or date and time; null when it is invalid. A time needs a zone, because
 * otherwise it depends on the machine. Days that do not exist are refused: JavaScript turns 30 February into 2 March.
 */
export function instantOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return null
  const at = new Date(text)
  const day = text.slice(0, 10)
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return isDay && !Number.isNaN(at.getTime()) ? at : null
}

export function month(text: string): string {
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('must be a month such as 2027-01')
}

/** The reason for the audit log, which outlives the erasure of a person. */
export const reasonOption = [
  '--reason <text>',
  'for the audit log, which is kept: name nobody in it',
  parseReason,
] as const

/** The reason of an act on a job, which is kept with the job. */
export const jobReasonOption = ['--reason <text>', 'for the log of the job', parseReason] as const

/** Trims the reason of an act. @throws InvalidArgumentError unless it has 1 to 300 characters. */
export function parseReason(text: string): string {
  const trimmed = text.trim()
  if (trimmed && [...trimmed].length <= 300) return trimmed
  throw new InvalidArgumentError('must have 1 to 300 characters')
}

/** Which of both decisions on a report; without a default. */
export const outcomeOption = (description: string): Option =>
  new Option('--outcome <outcome>', description).choices(['uphold', 'dismiss']).makeOptionMandatory(true)

/** Options of a refund: how much of it the carrier bears, and with `--refund` the amount. */
export const carrierPartOption = [
  '--carrier-part <cents>',
  'how much of it the carrier bears; kept back from payouts (default: the platform bears all)',
  cents,
] as const

export const refundOption = [
  '--refund <cents>',
  'euro cents that the customer gets back with the decision',
  cents,
] as const

export type RefundOptions = { refund?: number; carrierPart?: number }

/** @throws OperatorError for a part without a refund. */
export function refundOf({ refund, carrierPart }: RefundOptions): RefundShares | undefined {
  if (refund !== undefined) return { amountCents: refund, carrierCents: carrierPart }
  if (carrierPart !== undefined) throw new OperatorError('--carrier-part needs --refund')
  return undefined
}

export function cents(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number of euro cents.')
  return Number(text)
}

/** Option of every command: standard output has one JSON value only. */
export const jsonOption = ['--json', 'print one JSON value and nothing else', false] as const

export function requireUuid(text: string): string {
  const id = text.toLowerCase()
  if (isUuid(id)) return id
  throw new OperatorError(`${text} is not an id`)
}

/** The name of a member, checked as the panel checks it. */
export function memberName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > 80 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name))
    throw new OperatorError('The name must be one line of at most 80 characters')
  return name
}
