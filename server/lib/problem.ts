import type { AdminErrorCode, AppErrorCode, SandboxErrorCode } from '#contract/vocabulary.ts'
import { type Text, texts } from '../texts/index.ts'

/** A field's dotted path (`pickup.address`, `photos[1]`, `body`) and why it was refused. */
export type Details = Record<string, Text>

/** The codes of all surfaces. */
export type ProblemCode = AppErrorCode | AdminErrorCode | SandboxErrorCode

type ProblemMore = { details?: Details; retryAfterSeconds?: number; earliestAt?: Date; asksSupport?: true }

/**
 * An error that the caller must see. Only `http/errors/errors.ts` turns it into a status and a body (spec part 7). Any
 * other thrown error is unhandled: 500 `internal_error`, without its content.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly text: Text
  readonly details: Details | undefined
  readonly retryAfterSeconds: number | undefined
  /** For `too_early`: when a retry of the unchanged request would be accepted. */
  readonly earliestAt: Date | undefined
  /** The text refers to support, so the response includes the contact. */
  readonly asksSupport: boolean

  constructor(code: ProblemCode, text: Text, more: ProblemMore = {}) {
    super(text(texts.en))
    this.code = code
    this.text = text
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
    this.earliestAt = more.earliestAt
    this.asksSupport = more.asksSupport ?? false
  }
}
