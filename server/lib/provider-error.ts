/**
 * An outside service failed us. `retryable` says whether the same call may succeed later; `reason` is for the
 * operator and carries no personal data and no secret. `outcome` is `unknown` when the call may have taken effect
 * (the answer was lost), `refused` when the provider said no. `retryAfterSeconds` is what its `Retry-After` asked for.
 * `isKept`: it repeats an earlier error under the same idempotency key, and does nothing more under that key.
 */
export class ProviderError extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly outcome: 'refused' | 'unknown'
  readonly retryAfterSeconds: number | null
  readonly isKept: boolean

  constructor(
    provider: string,
    reason: string,
    kind: {
      retryable: boolean
      outcome: 'refused' | 'unknown'
      retryAfterSeconds?: number | null
      isKept?: boolean
    },
  ) {
    super(`${provider}: ${reason}`)
    this.provider = provider
    this.retryable = kind.retryable
    this.outcome = kind.outcome
    this.retryAfterSeconds = kind.retryAfterSeconds ?? null
    this.isKept = kind.isKept ?? false
  }
}
