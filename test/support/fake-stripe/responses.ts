import { createHash } from 'node:crypto'
import type http from 'node:http'
import { StripeRefusal } from './refusal.ts'
import { newId } from './state.ts'

export const fakeSecretKey = 'sk_test_FakeStripeOfTheTests'

export type Response = { status: number; body: unknown; isReplay?: boolean }

export const failing = (status: number, error: Record<string, unknown>): Response => ({
  status,
  body: { error },
})

export const broken = failing(500, { type: 'api_error', message: 'fake-wording' })
export const unauthorized = failing(401, {
  type: 'invalid_request_error',
  message: `Invalid API Key: ${fakeSecretKey}`,
})
const misusedKey = failing(400, { type: 'idempotency_error', message: 'fake-wording' })

export function write(response: http.ServerResponse, { status, body, isReplay }: Response): void {
  if (response.destroyed) return
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  })
  response.end(JSON.stringify(body))
}

/** Calls the operation; what it throws becomes the response. */
export function responseOf(act: () => unknown): Response {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
  }
}

/** Stripe stores no response for a request with invalid parameters; for all others it stores errors too. */
const isStored = ({ status, body }: Response): boolean =>
  status !== 400 || !/"code":"(parameter_\w+|resource_missing)"/.test(JSON.stringify(body))

/** The responses that Stripe stores for idempotency keys. `request` is the text by which a repeat is recognised. */
export function createIdempotency() {
  const stored = new Map<string, { fingerprint: string; response: Response }>()
  const store = (key: string, request: string, response: Response) =>
    void stored.set(key, { fingerprint: hash(request), response })
  return {
    has: (key: string | null): boolean => key !== null && stored.has(key),
    store,
    clear: () => stored.clear(),
    /** Calls `act` once for a key. */
    once(key: string | null, request: string, act: () => Response): Response {
      const earlier = key ? stored.get(key) : undefined
      if (earlier && earlier.fingerprint !== hash(request)) return misusedKey
      if (earlier) return { ...earlier.response, isReplay: true }
      const response = act()
      if (key && isStored(response)) store(key, request, response)
      return response
    },
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
