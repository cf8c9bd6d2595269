/** An error response in Stripe's shape. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.code ?? error.type))
    this.status = status
    this.body = { error }
  }
}

export const invalid = (code: string, more: Record<string, unknown> = {}) =>
  new StripeRefusal(more.status === 404 ? 404 : 400, {
    type: 'invalid_request_error',
    code,
    // Stripe's messages may quote the request, so Dray must never repeat them; tests search for this text.
    message: `fake-wording about ${code}`,
    ...more,
  })
