import { setTimeout as sleep } from 'node:timers/promises'
import { redacted } from '../log.ts'

export type Status = 'ok' | 'warn' | 'fail'

/** One line of `dray doctor`: what was looked at, how it is, and what to do when it is not well. */
export type Check = { name: string; status: Status; detail: string; mend: string | null }

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, mend: null })
export const warn = (name: string, detail: string, mend: string): Check => ({
  name,
  status: 'warn',
  detail,
  mend,
})
export const fail = (name: string, detail: string, mend: string): Check => ({
  name,
  status: 'fail',
  detail,
  mend,
})

/** Runs a check to its end, whatever happens in it, in 20 s at most; a fault comes with `mend`. */
export async function attempt(
  { name, mend }: { name: string; mend: string },
  work: () => Check | Promise<Check>,
): Promise<Check> {
  const late = new AbortController()
  const lateness = sleep(20_000, undefined, { signal: late.signal, ref: true }).then(() => {
    throw new Error('there was no answer within 20 s')
  })
  lateness.catch(() => {})
  try {
    return await Promise.race([work(), lateness])
  } catch (error) {
    return fail(name, reasonOf(error), mend)
  } finally {
    late.abort()
  }
}

/** What an error says, without keys, phones and the passwords that URLs carry. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { message, code } = error as { message?: string; code?: string }
  return redacted(message || code || String(error)).replace(/\/\/[^/@\s]*@/g, '//[credentials]@')
}
