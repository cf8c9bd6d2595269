import type { AppErrorCode } from '#contract/vocabulary.ts'

/** `no_connection` is ours: nothing came back, and whether the call arrived is unknown. */
export type ApiErrorCode = AppErrorCode | 'no_connection'

/** A refusal, or no answer at all (`status` 0). `message` is in the person's language and can be shown as it is. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  /** Reason by field, keyed as in the body: `pickup.address`, `photos[0]`. */
  readonly details: Record<string, string>
  readonly retryAfterSeconds: number | null

  constructor(refusal: Pick<ApiError, 'status' | 'code' | 'message' | 'details' | 'retryAfterSeconds'>) {
    super(refusal.message)
    this.name = 'ApiError'
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}
