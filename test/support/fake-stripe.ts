import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Books,
  type Call,
  type Form,
  invalid,
  newId,
  openBooks,
  type StripeBooks,
  StripeRefusal,
} from './fake-stripe-books.ts'
import { createEndpoints } from './fake-stripe-endpoints.ts'

/** Operations, as named in `faults` and `asked`. */
export type Operation =
  | 'authorize'
  | 'read'
  | 'list_intents'
  | 'capture'
  | 'void'
  | 'refund'
  | 'list_refunds'
  | 'read_refund'
  | 'read_dispute'
  | 'read_warning'
  | 'transfer'
  | 'list_transfers'
  | 'customer'
  | 'card_setup'
  | 'read_card_setup'
  | 'read_method'
  | 'forget_method'
  | 'account'
  | 'read_account'
  | 'account_link'
  | 'login_link'
  | 'balance'
  | 'list_endpoints'

/**
 * How a request fails. Without acting: `refuse` (a 400 that Stripe stores for the key), `500_nothing` (a 500 that it
 * stores for the key), `unauthorized`, `forbidden`, `conflict` (409, another request with the key is running),
 * `rate_limit`, `500`, `reset`. After acting: `500_after`, `500_kept` (returns that 500 for the key from then on, as
 * Stripe does), `reset_after`, `silent` (never responds), `late` (30 s), `drip` (never ends its response), `garbage`,
 * `redirect`. Outcomes that differ from the card's behaviour: `card_error`, `requires_action`; of a refund: `failed`,
 * `pending`, `requires_action`.
 */
export type Manner =
  | 'refuse'
  | '500_nothing'
  | 'unauthorized'
  | 'forbidden'
  | 'conflict'
  | 'rate_limit'
  | '500'
  | 'reset'
  | '500_after'
  | '500_kept'
  | 'reset_after'
  | 'silent'
  | 'late'
  | 'drip'
  | 'garbage'
  | 'redirect'
  | 'card_error'
  | 'requires_action'
  | 'failed'
  | 'pending'

export type Asked = {
  operation: Operation
  key: string | null
  form: Record<string, string>
  headers: http.IncomingHttpHeaders
}

export type Signing = { secret?: string; at?: Date }

export type SignedEvent = { body: string; headers: Record<string, string> }

export type FakeStripe = AsyncDisposable & {
  url: string
  /** Settings with which Dray uses this fake. */
  env: Record<string, string>
  /** All requests in order, replays included. */
  asked: Asked[]
  askedFor: (operation: Operation) => Asked[]
  books: () => StripeBooks
  people: Books['people']
  /** Its webhook endpoints; initially none. */
  endpoints: Pick<ReturnType<typeof createEndpoints>, 'add' | 'clear'>
  faults: {
    /** Fails the next request of this operation; several calls queue up. */
    next: (operation: Operation, manner: Manner) => void
    /** Fails every request of this operation until `clear`. */
    always: (operation: Operation, manner: Manner) => void
    clear: () => void
  }
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys: () => void
  /** Sends the responses that `late` delays. */
  releaseLate: () => void
  /** A signed event about an object of the state. Two events with the same `eventId` are the same event. */
  event: (kind: string, reference: string, more?: { eventId?: string } & Signing) => SignedEvent
  /** Signs any text like Stripe. */
  sign: (body: string, signing?: Signing) => SignedEvent
  /** Posts the event to Dray and returns the response. */
  post: (drayUrl: string, event: SignedEvent) => Promise<{ status: number; body: string }>
}

export const fakeSecretKey = 'sk_test_FakeStripeOfTheTests'
const knownKey = /^Bearer sk_(test|live)_FakeStripeOfTheTests$/
export const fakeWebhookSecret = 'whsec_FakeStripeOfTheTests'

/**
 * A local Stripe with everything that Dray uses: its response shapes, idempotency keys with replay, a state for
 * assertions, and scripted faults. It runs in the test's process, so that its state survives a killed Dray.
 */
export async function startFakeStripe({
  holdSeconds = 7 * 86_400,
  isLive = false,
}: {
  holdSeconds?: number | null
  isLive?: boolean
} = {}): Promise<FakeStripe> {
  const asked: Asked[] = []
  const faults = createFaults()
  const endpoints = createEndpoints(isLive)
  const books = openBooks({ url: () => url, holdSeconds, isLive })
  const answered = new Map<string, { fingerprint: string; answer: Answer }>()
  const timers = new Set<NodeJS.Timeout>()
  const late: (() => void)[] = []

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('error', () => {})
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => respond(request, response, Buffer.concat(chunks).toString('utf8')))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function respond(request: http.IncomingMessage, response: http.ServerResponse, body: string): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const route = routeOf(request.method ?? '', pathname, endpoints)
    if (!route) return answerPage(books, { request, response, pathname, body })
    const form = request.method === 'POST' ? new URLSearchParams(body) : searchParams
    const key = headerOf(request, 'idempotency-key')
    asked.push({ operation: route.operation, key, form: Object.fromEntries(form), headers: request.headers })
    const manner = faults.take(route.operation)
    if (!knownKey.test(headerOf(request, 'authorization') ?? '')) return write(response, unauthorized)
    if (manner === 'reset') return void response.destroy()
    const fingerprint = `${pathname} ${body}`
    const isKnown = key !== null && answered.has(key)
    if (manner && manner in before && !isKnown) {
      const refusal = before[manner] ?? unauthorized
      if (key && (manner === 'refuse' || manner === '500_nothing')) remember(key, fingerprint, refusal)
      return write(response, refusal)
    }
    const answer = answerOnce(route, { id: route.id, form, key }, { fingerprint, manner })
    if (manner === '500_kept' && key) remember(key, fingerprint, broken)
    if (manner && manner in after) return misanswer(response, { manner, answer, timers, late })
    write(response, answer)
  }

  const remember = (key: string, text: string, answer: Answer) =>
    answered.set(key, { fingerprint: hash(text), answer })

  function answerOnce(
    { act }: Route,
    call: Call,
    { fingerprint, manner }: { fingerprint: string; manner: Manner | null },
  ): Answer {
    const earlier = call.key ? answered.get(call.key) : undefined
    if (earlier && earlier.fingerprint !== hash(fingerprint)) return misusedKey
    if (earlier) return { ...earlier.answer, isReplay: true }
    const answer = carryOut(() => act(books, call, manner))
    if (call.key && hasBegun(answer)) remember(call.key, fingerprint, answer)
    return answer
  }

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
    books: books.books,
    people: books.people,
    endpoints,
    faults,
    forgetKeys: () => answered.clear(),
    releaseLate: () => {
      for (const send of late.splice(0)) send()
    },
    event(kind, reference, { eventId = newId('evt'), ...signing } = {}) {
      const data = { object: books.show(reference) }
      // Indented like Stripe's: parsing and serialising the body before the signature check would change its bytes.
      return sign(JSON.stringify({ id: eventId, object: 'event', type: kind, data }, null, 2), signing)
    },
    sign,
    async post(drayUrl, { body, headers }) {
      const answer = await fetch(`${drayUrl}/webhooks/stripe`, { method: 'POST', headers, body })
      return { status: answer.status, body: await answer.text() }
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sign(body: string, { secret = fakeWebhookSecret, at = new Date() }: Signing = {}): SignedEvent {
  const time = Math.floor(at.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
    },
  }
}

type Answer = { status: number; body: unknown; isReplay?: boolean }

/** Stripe stores no response for a request with invalid parameters; for all others it stores errors too. */
const hasBegun = ({ status, body }: Answer): boolean =>
  status !== 400 || !/"code":"(parameter_\w+|resource_missing)"/.test(JSON.stringify(body))

type Route = {
  operation: Operation
  id: string
  act: (books: Books, call: Call, manner: Manner | null) => unknown
}

const routes: { method: string; path: RegExp; operation: Operation; act: Route['act'] }[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    operation: 'authorize',
    act: ({ calls }, call, manner) =>
      calls.authorize(
        call,
        manner === 'card_error' ? 'declined' : manner === 'requires_action' ? 'confirm' : undefined,
      ),
  },
  get(/^\/v1\/payment_intents$/, 'list_intents', ({ calls }, call) => calls.listIntents(call)),
  get(/^\/v1\/payment_intents\/(\w+)$/, 'read', ({ calls }, call) => calls.readIntent(call)),
  post(/^\/v1\/payment_intents\/(\w+)\/capture$/, 'capture', ({ calls }, call, manner) => {
    if (manner === 'card_error') throw new StripeRefusal(402, { type: 'card_error', code: 'card_declined' })
    return calls.capture(call)
  }),
  post(/^\/v1\/payment_intents\/(\w+)\/cancel$/, 'void', ({ calls }, call) => calls.cancel(call)),
  post(/^\/v1\/refunds$/, 'refund', ({ calls }, call, manner) =>
    calls.refund(
      call,
      manner === 'failed' || manner === 'pending' || manner === 'requires_action' ? manner : 'succeeded',
    ),
  ),
  get(/^\/v1\/refunds\/(\w+)$/, 'read_refund', ({ calls }, call) => calls.readRefund(call)),
  get(/^\/v1\/refunds$/, 'list_refunds', ({ calls }, call) => calls.listRefunds(call)),
  get(/^\/v1\/disputes\/(\w+)$/, 'read_dispute', ({ calls }, call) => calls.readDispute(call)),
  get(/^\/v1\/radar\/early_fraud_warnings\/(\w+)$/, 'read_warning', ({ calls }, call) =>
    calls.readWarning(call),
  ),
  post(/^\/v1\/transfers$/, 'transfer', ({ calls }, call) => calls.transfer(call)),
  get(/^\/v1\/transfers$/, 'list_transfers', ({ calls }, call) => calls.listTransfers(call)),
  post(/^\/v1\/customers$/, 'customer', ({ calls }, call) => calls.newCustomer(call)),
  post(/^\/v1\/checkout\/sessions$/, 'card_setup', ({ calls }, call) => calls.startSession(call)),
  get(/^\/v1\/checkout\/sessions\/(\w+)$/, 'read_card_setup', ({ calls }, call) => calls.readSession(call)),
  get(/^\/v1\/payment_methods\/(\w+)$/, 'read_method', ({ calls }, call) => calls.readMethod(call)),
  post(/^\/v1\/payment_methods\/(\w+)\/detach$/, 'forget_method', ({ calls }, call) => calls.detach(call)),
  post(/^\/v1\/accounts$/, 'account', ({ calls }, call) => calls.newAccount(call)),
  get(/^\/v1\/accounts\/(\w+)$/, 'read_account', ({ calls }, call) => calls.readAccount(call)),
  post(/^\/v1\/account_links$/, 'account_link', ({ calls }, call) => calls.accountLink(call)),
  post(/^\/v1\/accounts\/(\w+)\/login_links$/, 'login_link', ({ calls }, call) => calls.loginLink(call)),
  get(/^\/v1\/balance$/, 'balance', ({ calls }) => calls.balance()),
]

function get(path: RegExp, operation: Operation, act: Route['act']) {
  return { method: 'GET', path, operation, act }
}

function post(path: RegExp, operation: Operation, act: Route['act']) {
  return { method: 'POST', path, operation, act }
}

function routeOf(
  method: string,
  pathname: string,
  endpoints: ReturnType<typeof createEndpoints>,
): Route | null {
  if (method === 'GET' && pathname === '/v1/webhook_endpoints')
    return { operation: 'list_endpoints', id: '', act: (_books, { form }) => endpoints.list(form) }
  for (const route of routes) {
    const match = route.method === method && route.path.exec(pathname)
    if (match) return { operation: route.operation, act: route.act, id: match[1] ?? '' }
  }
  return null
}

function carryOut(act: () => unknown): Answer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
  }
}

const failing = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } })

const broken = failing(500, { type: 'api_error', message: 'fake-wording' })
const unauthorized = failing(401, {
  type: 'invalid_request_error',
  message: `Invalid API Key: ${fakeSecretKey}`,
})
const misusedKey = failing(400, { type: 'idempotency_error', message: 'fake-wording' })

/** Error responses without acting. */
const before: Partial<Record<Manner, Answer>> = {
  refuse: { status: 400, body: invalid('not_allowed_now').body },
  '500_nothing': failing(500, { type: 'api_error', message: 'fake-wording' }),
  unauthorized,
  forbidden: failing(403, { type: 'invalid_request_error', message: 'fake-wording' }),
  conflict: failing(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'fake-wording',
  }),
  rate_limit: failing(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'fake-wording' }),
  '500': broken,
}

const lateMs = 30_000
const after: Partial<Record<Manner, true>> = {
  '500_after': true,
  '500_kept': true,
  reset_after: true,
  silent: true,
  late: true,
  drip: true,
  garbage: true,
  redirect: true,
}

type Misanswer = { manner: Manner; answer: Answer; timers: Set<NodeJS.Timeout>; late: (() => void)[] }

function misanswer(response: http.ServerResponse, { manner, answer, timers, late }: Misanswer): void {
  if (manner === '500_after' || manner === '500_kept') return write(response, broken)
  if (manner === 'reset_after') return void response.destroy()
  if (manner === 'garbage') return void response.writeHead(200).end('<html>fake-wording</html>')
  if (manner === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
  if (manner === 'late') {
    const send = () => write(response, answer)
    late.push(send)
    return void timers.add(setTimeout(send, lateMs).unref())
  }
  if (manner === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json' })
    timers.add(setInterval(() => response.destroyed || response.write(' '), 50).unref())
  }
}

function write(response: http.ServerResponse, { status, body, isReplay }: Answer): void {
  if (response.destroyed) return
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  })
  response.end(JSON.stringify(body))
}

function createFaults() {
  const queues = new Map<Operation, Manner[]>()
  const permanent = new Map<Operation, Manner>()
  return {
    next(operation: Operation, manner: Manner): void {
      queues.set(operation, [...(queues.get(operation) ?? []), manner])
    },
    always: (operation: Operation, manner: Manner): void => void permanent.set(operation, manner),
    clear(): void {
      queues.clear()
      permanent.clear()
    },
    take: (operation: Operation): Manner | null =>
      queues.get(operation)?.shift() ?? permanent.get(operation) ?? null,
  }
}

/** Stripe's pages for cards, 3-D Secure and onboarding. Their buttons submit an answer and return to the app. */
function answerPage(
  books: Books,
  page: { request: http.IncomingMessage; response: http.ServerResponse; pathname: string; body: string },
): void {
  const { request, response, pathname, body } = page
  const [, kind = '', id = ''] = /^\/(checkout|confirm|onboarding)\/(\w+)$/.exec(pathname) ?? []
  if (!kind) return write(response, { status: 404, body: invalid('resource_missing', { status: 404 }).body })
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end(
      `<!doctype html><title>Fake Stripe</title><form method="post"><button name="answer" value="yes">Approve</button><button name="answer" value="no">Refuse</button></form>`,
    )
  }
  const says: Form = new URLSearchParams(body)
  const approved = says.get('answer') === 'yes'
  const done = carryOut(() => {
    if (kind === 'checkout' && approved) books.people.completeSetup(id)
    if (kind === 'checkout' && !approved) books.people.refuseSetup(id)
    if (kind === 'confirm') books.people.confirm(id, approved)
    if (kind === 'onboarding') books.people.finishPayoutSetup(id)
  })
  const location = books.people.returnUrlOf(id)
  if (done.status !== 200 || !location) return write(response, { ...done, body: done.body ?? {} })
  response.writeHead(303, { location }).end()
}

const headerOf = (request: http.IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
