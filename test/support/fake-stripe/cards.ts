import { type Call, expands, type Form, metadataOf, needed, only } from './form.ts'
import { invalid } from './refusal.ts'
import { type CardBehaviour, found, newId, type State } from './state.ts'

export const cardOf = ({ methods }: State, methodId: string, captureBefore: number | null) => ({
  brand: 'visa',
  last4: methods.get(methodId)?.lastFour ?? '4242',
  exp_month: 12,
  exp_year: 2034,
  ...(captureBefore !== null && { capture_before: captureBefore }),
})

export const showMethod = (state: State, id: string) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer: found(state.methods, id).customer,
  card: cardOf(state, id, null),
})

export function newCard({ methods }: State, customer: string, behaviour: CardBehaviour): string {
  const id = newId('pm')
  methods.set(id, { id, customer, behaviour, lastFour: String(4_242 + methods.size).slice(-4) })
  return id
}

export function newCustomer({ customers }: State): string {
  const id = newId('cus')
  customers.add(id)
  return id
}

export function createCustomer(state: State, { form }: Call) {
  only(form, [])
  return { id: newCustomer(state), object: 'customer', metadata: metadataOf(form) }
}

export function detachMethod(state: State, { id }: Call) {
  const method = found(state.methods, id)
  if (method.customer === null) throw invalid('payment_method_not_attached')
  method.customer = null
  return showMethod(state, id)
}

/** Starts a Checkout session in which the customer saves a card. */
export function startSession(state: State, { form }: Call) {
  only(form, [
    'mode',
    'currency',
    'customer',
    'allowed_payment_method_types',
    'client_reference_id',
    'success_url',
    'cancel_url',
  ])
  const customer = needed(form, 'customer')
  if (form.get('mode') !== 'setup') throw invalid('parameter_invalid')
  if (!state.customers.has(customer)) throw invalid('resource_missing')
  const session = {
    id: newId('cs_test'),
    customer,
    status: 'open',
    method: null,
    successUrl: needed(form, 'success_url'),
    refused: false,
  }
  state.sessions.set(session.id, session)
  return showSession(state, session.id, form)
}

export function showSession(state: State, id: string, form: Form) {
  const session = found(state.sessions, id)
  const isWhole = expands(form, 'setup_intent.payment_method')
  const setupIntent =
    session.status !== 'complete'
      ? null
      : {
          id: `seti_${id.slice(8)}`,
          object: 'setup_intent',
          status: session.refused ? 'requires_payment_method' : 'succeeded',
          payment_method: session.method && (isWhole ? showMethod(state, session.method) : session.method),
        }
  return {
    id,
    object: 'checkout.session',
    mode: 'setup',
    customer: session.customer,
    status: session.status,
    setup_intent: setupIntent && isWhole ? setupIntent : (setupIntent?.id ?? null),
    url: session.status === 'open' ? `${state.settings.url()}/checkout/${id}` : null,
  }
}

/** Makes a SetupIntent, whose card the customer types in fields of Stripe. */
export function createSetup(state: State, { form }: Call) {
  only(form, ['customer', 'allowed_payment_method_types', 'usage'])
  const customer = needed(form, 'customer')
  if (form.get('usage') !== 'off_session') throw invalid('parameter_invalid')
  if (!state.customers.has(customer)) throw invalid('resource_missing')
  const id = newId('seti')
  const clientSecret = `${id}_secret_${newId('s').slice(2)}`
  const status = 'requires_payment_method' as const
  state.setups.set(id, { id, customer, clientSecret, status, method: null, metadata: metadataOf(form) })
  return showSetup(state, id, form)
}

export function showSetup(state: State, id: string, form: Form) {
  const { clientSecret, metadata, method, ...setup } = found(state.setups, id)
  return {
    ...setup,
    object: 'setup_intent',
    client_secret: clientSecret,
    usage: 'off_session',
    metadata,
    payment_method: method && (expands(form, 'payment_method') ? showMethod(state, method) : method),
  }
}

export function cancelSetup(state: State, { id, form }: Call) {
  const setup = found(state.setups, id)
  if (['succeeded', 'canceled', 'processing'].includes(setup.status))
    throw invalid('setup_intent_unexpected_state')
  setup.status = 'canceled'
  return showSetup(state, id, form)
}
