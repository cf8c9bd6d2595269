import { type Call, centsOf, listPage, metadataOf, needed, only } from './form.ts'
import { invalid, StripeRefusal } from './refusal.ts'
import { showIntent } from './show-intent.ts'
import {
  type CardBehaviour,
  found,
  type Intent,
  type LastError,
  newId,
  nowSeconds,
  type State,
} from './state.ts'

const declined = (code: string, decline_code: string): LastError => ({
  type: 'card_error',
  code,
  decline_code,
  message: 'fake-wording',
})

const declines: Record<'declined' | 'insufficient_funds' | 'expired_card' | 'confirm', LastError> = {
  declined: declined('card_declined', 'generic_decline'),
  insufficient_funds: declined('card_declined', 'insufficient_funds'),
  expired_card: declined('expired_card', 'expired_card'),
  confirm: declined('authentication_required', 'authentication_required'),
}

export const unexpected = (state: State, intent: Intent) =>
  invalid('payment_intent_unexpected_state', { payment_intent: showIntent(state, intent) })

function refuse(state: State, intent: Intent, lastError: LastError): StripeRefusal {
  intent.status = 'requires_payment_method'
  intent.lastError = lastError
  return new StripeRefusal(402, { ...lastError, payment_intent: showIntent(state, intent) })
}

export function hold({ settings }: State, intent: Intent): void {
  intent.status = 'requires_capture'
  intent.lastError = null
  intent.chargeId = newId('ch')
  intent.captureBefore = settings.holdSeconds === null ? null : nowSeconds() + settings.holdSeconds
}

/** `behaviour` replaces that of the card. */
export function authorize(state: State, call: Call, behaviour?: CardBehaviour) {
  const intent = newIntent(state, call)
  state.intents.set(intent.id, intent)
  const isOffSession = call.form.get('off_session') === 'true'
  const behaves = behaviour ?? found(state.methods, intent.method).behaviour
  if (behaves === 'confirm' && !isOffSession) intent.status = 'requires_action'
  else if (behaves === 'ok' || behaves === 'capture_fails') hold(state, intent)
  else throw refuse(state, intent, declines[behaves])
  return showIntent(state, intent, call.form)
}

function newIntent(state: State, { form }: Call): Intent {
  only(form, [
    'amount',
    'currency',
    'customer',
    'payment_method',
    'allowed_payment_method_types',
    'capture_method',
    'confirm',
    'return_url',
    'off_session',
  ])
  const method = found(state.methods, needed(form, 'payment_method'))
  const customer = needed(form, 'customer')
  if (!state.customers.has(customer) || method.customer !== customer) throw invalid('resource_missing')
  if (form.get('currency') !== 'eur' || form.get('capture_method') !== 'manual')
    throw invalid('parameter_invalid')
  if (form.get('confirm') !== 'true') throw invalid('parameter_invalid')
  const isOffSession = form.get('off_session') === 'true'
  if (!isOffSession && !form.get('return_url')) throw invalid('parameter_missing', { param: 'return_url' })
  return {
    id: newId('pi'),
    customer,
    method: method.id,
    amountCents: centsOf(form, 'amount'),
    capturedCents: 0,
    refundedCents: 0,
    status: 'requires_payment_method',
    chargeId: null,
    captureBefore: null,
    created: nowSeconds(),
    lastError: null,
    returnUrl: form.get('return_url'),
    metadata: metadataOf(form),
  }
}

export function capture(state: State, { id, form, key }: Call) {
  only(form, ['amount_to_capture'])
  const intent = found(state.intents, id)
  if (intent.status !== 'requires_capture') throw unexpected(state, intent)
  const amountCents = form.has('amount_to_capture') ? centsOf(form, 'amount_to_capture') : intent.amountCents
  if (amountCents > intent.amountCents) throw invalid('amount_too_large')
  if (state.methods.get(intent.method)?.behaviour === 'capture_fails')
    throw refuse(state, intent, declines.declined)
  intent.status = 'succeeded'
  intent.capturedCents = amountCents
  state.captures.push({
    id: intent.chargeId ?? '',
    intentId: id,
    amountCents,
    key,
    metadata: intent.metadata,
    created: nowSeconds(),
  })
  return showIntent(state, intent, form)
}

export function cancel(state: State, { id, form, key }: Call) {
  only(form, [])
  const intent = found(state.intents, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(state, intent)
  intent.status = 'canceled'
  state.cancels.push({ intentId: id, key })
  return showIntent(state, intent, form)
}

export const listIntents = (state: State, { form }: Call) =>
  listPage(
    [...state.intents.values()].filter(({ customer }) => customer === (form.get('customer') ?? customer)),
    form,
    (intent) => showIntent(state, intent, form, 'data.latest_charge'),
  )
