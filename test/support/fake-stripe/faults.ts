import type http from 'node:http'
import { invalid } from './refusal.ts'
import { broken, failing, type Response, unauthorized, write } from './responses.ts'

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
  | 'card_intent'
  | 'read_card_intent'
  | 'end_card_intent'
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
export type Fault =
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

/** Error responses without acting. */
export const errorsBefore: Partial<Record<Fault, Response>> = {
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
const faultsAfter: Fault[] = [
  '500_after',
  '500_kept',
  'reset_after',
  'silent',
  'late',
  'drip',
  'garbage',
  'redirect',
]

export const failsAfter = (fault: Fault): boolean => faultsAfter.includes(fault)

/** Responses that wait: `late` ones with their timers, and the timers of those that never end. */
export type Pending = { timers: Set<NodeJS.Timeout>; late: (() => void)[] }

/** Sends what the fault makes of the response. */
export function sendFaulty(
  response: http.ServerResponse,
  { fault, answer }: { fault: Fault; answer: Response },
  { timers, late }: Pending,
): void {
  if (fault === '500_after' || fault === '500_kept') return write(response, broken)
  if (fault === 'reset_after') return void response.destroy()
  if (fault === 'garbage') return void response.writeHead(200).end('<html>fake-wording</html>')
  if (fault === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
  if (fault === 'late') {
    const send = () => write(response, answer)
    late.push(send)
    return void timers.add(setTimeout(send, lateMs).unref())
  }
  if (fault === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json' })
    timers.add(setInterval(() => response.destroyed || response.write(' '), 50).unref())
  }
}

export function createFaults() {
  const queues = new Map<Operation, Fault[]>()
  const permanent = new Map<Operation, Fault>()
  return {
    next(operation: Operation, fault: Fault): void {
      queues.set(operation, [...(queues.get(operation) ?? []), fault])
    },
    always: (operation: Operation, fault: Fault): void => void permanent.set(operation, fault),
    clear(): void {
      queues.clear()
      permanent.clear()
    },
    take: (operation: Operation): Fault | null =>
      queues.get(operation)?.shift() ?? permanent.get(operation) ?? null,
  }
}
