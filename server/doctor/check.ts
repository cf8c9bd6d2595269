import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../db/json-columns.ts'
import { redacted } from '../start/log.ts'
import type { CheckName, Finding, Remedy } from '../texts/coded.ts'

export type { Check } from '../db/json-columns.ts'

export const ok = (name: CheckName, detail: Finding): Check => ({ name, status: 'ok', detail, remedy: null })
export const warn = (name: CheckName, detail: Finding, remedy: Remedy): Check => ({
  name,
  status: 'warn',
  detail,
  remedy,
})
export const fail = (name: CheckName, detail: Finding, remedy: Remedy): Check => ({
  name,
  status: 'fail',
  detail,
  remedy,
})

const longestSeconds = 20

/** Runs a check with a timeout of 20 s. An error or timeout becomes a failed check with `remedy`; it never throws. */
export async function attempt(
  { name, remedy }: { name: CheckName; remedy: Remedy },
  work: () => Check | Promise<Check>,
): Promise<Check> {
  const late = new AbortController()
  const lateness = sleep(longestSeconds * 1_000, undefined, { signal: late.signal, ref: true }).then(() =>
    fail(name, ['noAnswerWithin', longestSeconds], remedy),
  )
  lateness.catch(() => {})
  try {
    return await Promise.race([work(), lateness])
  } catch (error) {
    return fail(name, ['quoted', reasonOf(error)], remedy)
  } finally {
    late.abort()
  }
}

/** The message of an error, without keys, phone numbers and credentials in URLs. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { message, code } = error as { message?: string; code?: string }
  return redacted(message || code || String(error)).replace(/\/\/[^/@\s]*@/g, '//[credentials]@')
}
