import type { AdminErrorCode, AppErrorCode } from '#contract/vocabulary.ts'

/** `no_connection` is set by the client: no response came, so it is unknown whether the request arrived. */
export type ApiErrorCode = AppErrorCode | AdminErrorCode | 'no_connection'

/** An error response, or no response (`status` 0). `message` is in the user's language and can be shown unchanged. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  /** Reasons by field, keyed by the path in the request body: `pickup.address`, `photos[0]`. */
  readonly details: Record<string, string>
  readonly retryAfterSeconds: number | null
  /** Link to support, if `message` refers to it. */
  readonly supportUrl: string | null

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'ApiError'
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.supportUrl = refusal.supportUrl ?? null
  }
}

type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'details' | 'retryAfterSeconds'> &
  Partial<Pick<ApiError, 'supportUrl'>>
