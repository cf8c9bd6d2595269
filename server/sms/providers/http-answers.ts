import { ProviderError } from '../../lib/provider-error.ts'

/** A member of a JSON response of any shape. */
export function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
}

/** Without a connection no SMS was sent; after any later error the provider may have received the request. */
export function unanswered(provider: string, error: unknown): ProviderError {
  const reason = reasonOf(error)
  const outcome = neverConnected.has(reason) ? 'refused' : 'unknown'
  return new ProviderError(provider, reason, { retryable: true, outcome })
}

/**
 * `ECONNREFUSED`, `UND_ERR_SOCKET`, `TimeoutError`, never the message. The `code` of a DOMException is only a number.
 */
export function reasonOf(error: unknown): string {
  const code = fieldOf(error, 'code')
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'no answer'
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
