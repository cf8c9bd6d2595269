/** Replaces the API key in a text. */
export const redact = (text: string, apiKey: string): string => text.replaceAll(apiKey, '[API key]')

/**
 * A copy of an error and of its causes with only name, message, stack and code: the members of an error of a custom
 * `fetch` may hold the request with its headers.
 */
export function safeCause(error: unknown, apiKey: string, depth = 0): SafeCause {
  const { name, message, stack, code, cause }: Parts =
    error instanceof Error ? error : new Error(String(error))
  const inner =
    cause === undefined || depth === deepest ? undefined : { cause: safeCause(cause, apiKey, depth + 1) }
  const safe = new Error(redact(message, apiKey), inner) as SafeCause
  safe.name = name
  if (stack) safe.stack = redact(stack, apiKey)
  if (typeof code === 'string') safe.code = code
  return safe
}

/** The messages of an error and of its causes. `fetch` names the reason of an error only in the cause. */
export function messagesOf({ name, message, code, cause }: SafeCause): string {
  const own = message || code || name
  return cause ? `${own}: ${messagesOf(cause)}` : own
}

/** An error without the API key and without other members. */
export type SafeCause = Error & { code?: string; cause?: SafeCause }

/** Causes can refer to each other in a circle. */
const deepest = 5

type Parts = { name: string; message: string; stack?: string; code?: unknown; cause?: unknown }
