import type { AppErrorCode } from '#contract/vocabulary.ts'

/** A field's dotted path (`pickup.address`, `photos[1]`, `body`) and why it was refused, in both languages. */
export type Details = Record<string, Text>

/** One user-facing sentence in every language Dray speaks. */
export type Text = { en: string; es: string }

type ProblemMore = { details?: Details; retryAfterSeconds?: number; earliestAt?: Date }

/**
 * What the caller must hear. `http/errors.ts` is the one place that turns it into a status and a body (spec part 7).
 * Everything else that is thrown is an unhandled error: 500 `internal_error`, with nothing of it shown.
 */
export class Problem extends Error {
  readonly code: AppErrorCode
  readonly text: Text
  readonly details: Details | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of `too_early`: when the same would be accepted as it is. */
  readonly earliestAt: Date | undefined

  constructor(code: AppErrorCode, text: Text, more: ProblemMore = {}) {
    super(text.en)
    this.code = code
    this.text = text
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
    this.earliestAt = more.earliestAt
  }
}
