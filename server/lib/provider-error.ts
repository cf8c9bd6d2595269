/**
 * A failed request to an outside service. `retryable`: the same request may succeed later. `reason` is for the operator
 * and contains no personal data or secret. `outcome` is `unknown` when the request may have taken effect (the response
 * was lost), `refused` when the provider rejected it. `retryAfterSeconds` is the value of its `Retry-After`. `isKept`:
 * the provider repeated an earlier error for the same idempotency key, and will repeat it for every retry.
 * `isUnwanted`: the recipient has asked the provider for no more messages, so no other provider may send this one.
 */
export class ProviderError extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly outcome: 'refused' | 'unknown'
  readonly retryAfterSeconds: number | null
  readonly isKept: boolean
  readonly isUnwanted: boolean

  constructor(
    provider: string,
    reason: string,
    kind: {
      retryable: boolean
      outcome: 'refused' | 'unknown'
      retryAfterSeconds?: number | null
      isKept?: boolean
      isUnwanted?: boolean
    },
  ) {
    super(`${provider}: ${reason}`)
    this.provider = provider
    this.retryable = kind.retryable
    this.outcome = kind.outcome
    this.retryAfterSeconds = kind.retryAfterSeconds ?? null
    this.isKept = kind.isKept ?? false
    this.isUnwanted = kind.isUnwanted ?? false
  }
}
