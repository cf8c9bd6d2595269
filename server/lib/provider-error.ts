/**
 * An outside service failed us. `retryable` says whether the same call may succeed later; `reason` is for the
 * operator and carries no personal data and no secret. `outcome` is `unknown` when the call may have taken effect
 * (the answer was lost), `refused` when the provider said no.
 */
export class ProviderError extends Error {
  readonly provider: string
  readonly retryable: boolean
  readonly outcome: 'refused' | 'unknown'

  constructor(
    provider: string,
    reason: string,
    kind: { retryable: boolean; outcome: 'refused' | 'unknown' },
  ) {
    super(`${provider}: ${reason}`)
    this.provider = provider
    this.retryable = kind.retryable
    this.outcome = kind.outcome
  }
}
