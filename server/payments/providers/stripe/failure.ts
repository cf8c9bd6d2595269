import { ProviderError } from '../../../lib/provider-error.ts'
import { retryAfterOf } from '../../../lib/retry-pause.ts'
import type { Refusal } from '../../processor.ts'

/**
 * Why a request failed. `card`: the bank or the card refused. `invalid`: a retry is useless. `unknown`: it may have
 * taken effect, or may on a retry. `isAnswered`: Stripe itself responded, so the present state can be queried.
 */
export type StripeFailure = {
  kind: 'card' | 'invalid' | 'unknown'
  isAnswered: boolean
  status: number | null
  code: string
  declineCode: string
  intentId: string | null
  error: ProviderError
}

/** @throws the error itself when it does not come from Stripe: it is then a bug in our code. */
export function failureOf(thrown: unknown): StripeFailure {
  const type = textOf(thrown, 'type')
  if (!(thrown instanceof Error) || !type.startsWith('Stripe')) throw thrown
  const status = fieldOf(thrown, 'statusCode')
  const code = textOf(thrown, 'code')
  const kind = kinds[type] ?? 'unknown'
  const isUnknown = kind === 'unknown'
  return {
    kind,
    // A refused secret key (401, 403) or a rate limit (429) does not reveal the result of an earlier request.
    isAnswered:
      !isUnknown || type === 'StripeIdempotencyError' || (type === 'StripeAPIError' && status !== 409),
    status: typeof status === 'number' ? status : null,
    code,
    declineCode: textOf(thrown, 'decline_code'),
    intentId: textOf(fieldOf(thrown, 'payment_intent'), 'id') || null,
    error: new ProviderError('stripe', reasonOf(thrown, { status, code }), {
      retryable: isUnknown,
      outcome: isUnknown ? 'unknown' : 'refused',
      retryAfterSeconds: retryAfterOf(headerOf(thrown, 'retry-after')),
      isKept: isUnknown && isKept(thrown, type),
    }),
  }
}

/**
 * A 500 that Stripe repeats under its key, or a key that was used with other parameters: retries under it are
 * useless.
 */
const isKept = (thrown: Error, type: string): boolean =>
  type === 'StripeIdempotencyError' || headerOf(thrown, 'idempotent-replayed') === 'true'

function headerOf(thrown: Error, name: string): string | null {
  const value = fieldOf(fieldOf(thrown, 'headers'), name)
  return typeof value === 'string' ? value : null
}

/**
 * All others are `unknown`: no connection, 5xx, 429, a key in use by a concurrent request (409), and a refused secret
 * key (401, 403), which the operator must fix; no payment may be lost meanwhile.
 */
const kinds: Record<string, StripeFailure['kind']> = {
  StripeCardError: 'card',
  StripeInvalidRequestError: 'invalid',
}

/** Maps Stripe's codes to reasons that a customer can act on. */
export function refusalOf({ code, declineCode }: { code: string; declineCode: string }): Refusal {
  if (declineCode === 'insufficient_funds' || code === 'insufficient_funds') return 'insufficient_funds'
  if (declineCode === 'expired_card' || code === 'expired_card') return 'expired_card'
  if (needsCustomer.has(code) || needsCustomer.has(declineCode)) return 'not_confirmed'
  if (code === 'card_declined' || code === 'incorrect_cvc') return 'declined'
  return 'other'
}

const needsCustomer = new Set(['authentication_required', 'payment_intent_authentication_failure'])

/** Only numbers, codes and Stripe's own ids; never Stripe's message, which quotes the request. */
function reasonOf(thrown: Error, { status, code }: { status: unknown; code: string }): string {
  if (typeof status !== 'number') return networkCode(thrown)
  const requestId = textOf(thrown, 'requestId')
  return [
    `status ${status}`,
    ...(isCode(code) ? [`code ${code}`] : []),
    ...(/^req_\w{1,60}$/.test(requestId) ? [`request ${requestId}`] : []),
  ].join(', ')
}

function networkCode(thrown: Error): string {
  const detail = fieldOf(thrown, 'detail')
  const codes = [textOf(fieldOf(detail, 'cause'), 'code'), textOf(detail, 'code')]
  return codes.find((code) => /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) ?? 'no readable answer'
}

export const isCode = (text: string): boolean => /^[a-z][a-z0-9_]{1,80}$/.test(text)

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : ''
}
