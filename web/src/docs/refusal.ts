/** A request of this page that got a response. */
export type Sent = { call: string; status: number; requestId: string }

/** An error response of the API, or no response (`status` 0, code `offline`). `message` can be shown unchanged. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Reasons by the path of the field in the request. */
  readonly details: Record<string, string>
  /** Null without a response. */
  readonly sent: Sent | null
  readonly retryAfterSeconds: number | null

  constructor(
    given: Pick<Refusal, 'status' | 'code' | 'message' | 'details' | 'sent' | 'retryAfterSeconds'>,
  ) {
    super(given.message)
    this.name = 'Refusal'
    this.status = given.status
    this.code = given.code
    this.details = given.details
    this.sent = given.sent
    this.retryAfterSeconds = given.retryAfterSeconds
  }
}
