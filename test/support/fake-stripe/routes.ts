import { createAccount, createAccountLink, createLoginLink, showAccount } from './accounts.ts'
import {
  cancelSetup,
  createCustomer,
  createSetup,
  detachMethod,
  showMethod,
  showSession,
  showSetup,
  startSession,
} from './cards.ts'
import { showDispute, showWarning } from './disputes.ts'
import type { createEndpoints } from './endpoints.ts'
import type { Fault, Operation } from './faults.ts'
import type { Call } from './form.ts'
import { authorize, cancel, capture, listIntents } from './holds.ts'
import { listRefunds, refund, refundOf, showRefund } from './refunds.ts'
import { StripeRefusal } from './refusal.ts'
import { showIntent } from './show-intent.ts'
import { found, type State } from './state.ts'
import { listTransfers, showBalance, transfer } from './transfers.ts'

type Act = (state: State, call: Call, fault: Fault | null) => unknown
export type Route = { operation: Operation; id: string; act: Act }

const get = (path: RegExp, operation: Operation, act: Act) => ({ method: 'GET', path, operation, act })
const post = (path: RegExp, operation: Operation, act: Act) => ({ method: 'POST', path, operation, act })

const holdWithFault: Act = (state, call, fault) => {
  const behaviours: Partial<Record<Fault, 'declined' | 'confirm'>> = {
    card_error: 'declined',
    requires_action: 'confirm',
  }
  return authorize(state, call, fault ? behaviours[fault] : undefined)
}

const captureWithFault: Act = (state, call, fault) => {
  if (fault === 'card_error') throw new StripeRefusal(402, { type: 'card_error', code: 'card_declined' })
  return capture(state, call)
}

const refundWithFault: Act = (state, call, fault) =>
  refund(
    state,
    call,
    fault === 'failed' || fault === 'pending' || fault === 'requires_action' ? fault : 'succeeded',
  )

const readIntent: Act = (state, { id, form }) => showIntent(state, found(state.intents, id), form)

const routes = [
  post(/^\/v1\/payment_intents$/, 'authorize', holdWithFault),
  get(/^\/v1\/payment_intents$/, 'list_intents', listIntents),
  get(/^\/v1\/payment_intents\/(\w+)$/, 'read', readIntent),
  post(/^\/v1\/payment_intents\/(\w+)\/capture$/, 'capture', captureWithFault),
  post(/^\/v1\/payment_intents\/(\w+)\/cancel$/, 'void', cancel),
  post(/^\/v1\/refunds$/, 'refund', refundWithFault),
  get(/^\/v1\/refunds\/(\w+)$/, 'read_refund', (state, { id }) => showRefund(state, refundOf(state, id))),
  get(/^\/v1\/refunds$/, 'list_refunds', listRefunds),
  get(/^\/v1\/disputes\/(\w+)$/, 'read_dispute', (state, { id }) => showDispute(state, id)),
  get(/^\/v1\/radar\/early_fraud_warnings\/(\w+)$/, 'read_warning', (state, { id }) =>
    showWarning(state, id),
  ),
  post(/^\/v1\/transfers$/, 'transfer', transfer),
  get(/^\/v1\/transfers$/, 'list_transfers', listTransfers),
  post(/^\/v1\/customers$/, 'customer', createCustomer),
  post(/^\/v1\/checkout\/sessions$/, 'card_setup', startSession),
  get(/^\/v1\/checkout\/sessions\/(\w+)$/, 'read_card_setup', (state, { id, form }) =>
    showSession(state, id, form),
  ),
  post(/^\/v1\/setup_intents$/, 'card_intent', createSetup),
  get(/^\/v1\/setup_intents\/(\w+)$/, 'read_card_intent', (state, { id, form }) =>
    showSetup(state, id, form),
  ),
  post(/^\/v1\/setup_intents\/(\w+)\/cancel$/, 'end_card_intent', cancelSetup),
  get(/^\/v1\/payment_methods\/(\w+)$/, 'read_method', (state, { id }) => showMethod(state, id)),
  post(/^\/v1\/payment_methods\/(\w+)\/detach$/, 'forget_method', detachMethod),
  post(/^\/v1\/accounts$/, 'account', createAccount),
  get(/^\/v1\/accounts\/(\w+)$/, 'read_account', (state, { id }) => showAccount(state, id)),
  post(/^\/v1\/account_links$/, 'account_link', createAccountLink),
  post(/^\/v1\/accounts\/(\w+)\/login_links$/, 'login_link', createLoginLink),
  get(/^\/v1\/balance$/, 'balance', showBalance),
]

export function routeOf(
  method: string,
  pathname: string,
  endpoints: ReturnType<typeof createEndpoints>,
): Route | null {
  if (method === 'GET' && pathname === '/v1/webhook_endpoints')
    return { operation: 'list_endpoints', id: '', act: (_state, { form }) => endpoints.list(form) }
  for (const route of routes) {
    const match = route.method === method && route.path.exec(pathname)
    if (match) return { operation: route.operation, act: route.act, id: match[1] ?? '' }
  }
  return null
}
