import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { booksOf, type StripeBooks } from './books.ts'
import { describedCall, describedObject, nested } from './described.ts'
import { createEndpoints } from './endpoints.ts'
import {
  createFaults,
  errorsBefore,
  type Fault,
  failsAfter,
  type Operation,
  type Pending,
  sendFaulty,
} from './faults.ts'
import { servePage } from './pages.ts'
import { type People, peopleOf } from './people.ts'
import { broken, createIdempotency, fakeSecretKey, responseOf, unauthorized, write } from './responses.ts'
import { routeOf } from './routes.ts'
import { showObject } from './show-object.ts'
import { fakeWebhookSecret, type SignedEvent, type Signing, sign } from './signing.ts'
import { emptyState, newId, type State } from './state.ts'

export type Asked = {
  operation: Operation
  key: string | null
  form: Record<string, string>
  headers: http.IncomingHttpHeaders
}

export type FakeStripe = AsyncDisposable & {
  url: string
  /** Settings with which Dray uses this fake. */
  env: Record<string, string>
  /** All requests in order, replays included. */
  asked: Asked[]
  askedFor: (operation: Operation) => Asked[]
  books: () => StripeBooks
  people: People
  /** Its webhook endpoints; initially none. */
  endpoints: Pick<ReturnType<typeof createEndpoints>, 'add' | 'clear'>
  faults: {
    /** Fails the next request of this operation; several calls queue up. */
    next: (operation: Operation, fault: Fault) => void
    /** Fails every request of this operation until `clear`. */
    always: (operation: Operation, fault: Fault) => void
    clear: () => void
  }
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys: () => void
  /** Sends the responses that `late` delays. */
  releaseLate: () => void
  /** A signed event about an object of the state. Two events with the same `eventId` are the same event. */
  event: (kind: string, reference: string, more?: { eventId?: string } & Signing) => SignedEvent
  /** Signs any text like Stripe. */
  sign: typeof sign
  /** Posts the event to Dray and returns the response. */
  post: (drayUrl: string, event: SignedEvent) => Promise<{ status: number; body: string }>
}

const knownKey = /^Bearer sk_(test|live)_FakeStripeOfTheTests$/

/**
 * A local Stripe with everything that Dray uses: response shapes and errors by the types and documentation of its
 * package, idempotency keys with replay, a state for assertions, and scripted errors. It runs in the test's process, so
 * its state survives a killed Dray. Its end fails when a request or an answer was not as Stripe describes it.
 */
export async function startFakeStripe({
  holdSeconds = 7 * 86_400,
  isLive = false,
}: {
  holdSeconds?: number | null
  isLive?: boolean
} = {}): Promise<FakeStripe> {
  const state = emptyState({ url: () => url, holdSeconds, isLive })
  const parts: Parts = {
    state,
    people: peopleOf(state),
    asked: [],
    faults: createFaults(),
    endpoints: createEndpoints(isLive),
    idempotency: createIdempotency(),
    pending: { timers: new Set(), late: [] },
    differences: [],
  }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('error', () => {})
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      respond(parts, { request, response, body: Buffer.concat(chunks).toString('utf8') }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return controlsOf(parts, { url, server })
}

type Parts = {
  state: State
  people: People
  asked: Asked[]
  faults: ReturnType<typeof createFaults>
  endpoints: ReturnType<typeof createEndpoints>
  idempotency: ReturnType<typeof createIdempotency>
  pending: Pending
  /** Requests and answers that are not as Stripe describes them. */
  differences: string[]
}

type Exchange = { request: http.IncomingMessage; response: http.ServerResponse; body: string }

function respond(parts: Parts, { request, response, body }: Exchange): void {
  const { state, people, asked, faults, endpoints, idempotency, pending, differences } = parts
  const { pathname, searchParams } = new URL(request.url ?? '/', state.settings.url())
  const route = routeOf(request.method ?? '', pathname, endpoints)
  if (!route) return servePage(people, { request, response, pathname, body })
  const form = request.method === 'POST' ? new URLSearchParams(body) : searchParams
  const key = headerOf(request, 'idempotency-key')
  asked.push({ operation: route.operation, key, form: Object.fromEntries(form), headers: request.headers })
  const described = describedCall(request.method ?? '', pathname)
  const compare = (differs: string[]) =>
    void differences.push(...differs.map((each) => `${request.method} ${pathname}: ${each}`))
  compare(described.requestFaults(nested(form)))
  const fault = faults.take(route.operation)
  if (!knownKey.test(headerOf(request, 'authorization') ?? '')) return write(response, unauthorized)
  if (fault === 'reset') return void response.destroy()
  const text = `${pathname} ${body}`
  const error = fault && errorsBefore[fault]
  if (error && !idempotency.has(key)) {
    if (key && (fault === 'refuse' || fault === '500_nothing')) idempotency.store(key, text, error)
    return write(response, error)
  }
  const call = { id: route.id, form, key }
  const answer = idempotency.once(key, text, () =>
    responseOf(() => described.completed(200, Object(route.act(state, call, fault)))),
  )
  if (answer.status === 200) compare(described.answerFaults(200, Object(answer.body)))
  if (fault === '500_kept' && key) idempotency.store(key, text, broken)
  if (fault && failsAfter(fault)) return sendFaulty(response, { fault, answer }, pending)
  write(response, answer)
}

function controlsOf(parts: Parts, { url, server }: { url: string; server: http.Server }): FakeStripe {
  const { state, people, asked, faults, endpoints, idempotency, pending } = parts
  return {
    url,
    env: {
      PAYMENT_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: fakeSecretKey,
      STRIPE_WEBHOOK_SECRET: fakeWebhookSecret,
      STRIPE_API_URL: url,
    },
    asked,
    askedFor: (operation) => asked.filter((each) => each.operation === operation),
    books: () => booksOf(state),
    people,
    endpoints,
    faults,
    forgetKeys: idempotency.clear,
    releaseLate: () => {
      for (const send of pending.late.splice(0)) send()
    },
    event(kind, reference, { eventId = newId('evt'), ...signing } = {}) {
      const data = { object: describedObject(showObject(state, reference)) }
      // Indented like Stripe's: parsing and serialising the body before the signature check would change its bytes.
      return sign(JSON.stringify({ id: eventId, object: 'event', type: kind, data }, null, 2), signing)
    },
    sign,
    async post(drayUrl, { body, headers }) {
      const answer = await fetch(`${drayUrl}/webhooks/stripe`, { method: 'POST', headers, body })
      return { status: answer.status, body: await answer.text() }
    },
    async [Symbol.asyncDispose]() {
      for (const timer of pending.timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      assert.deepEqual(parts.differences, [], 'not as Stripe describes it (test/data/vendor-apis)')
    },
  }
}

const headerOf = (request: http.IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
