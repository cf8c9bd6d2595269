import { randomBytes } from 'node:crypto'

/**
 * State of the fake Stripe: holds, captures, refunds and transfers, with Stripe's response shapes and errors, as its
 * package's types and its documentation describe them. It implements only what Dray uses.
 */

/** Behaviour of a card. `confirm`: the bank requires 3-D Secure. `capture_fails`: a hold succeeds, its capture fails. */
export type CardManner =
  | 'ok'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'confirm'
  | 'capture_fails'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'canceled'
  | 'succeeded'

type Metadata = Record<string, string>
type LastError = { type: string; code: string; decline_code?: string; message: string }

type Intent = {
  id: string
  customer: string
  method: string
  amountCents: number
  capturedCents: number
  refundedCents: number
  status: IntentStatus
  chargeId: string | null
  captureBefore: number | null
  created: number
  lastError: LastError | null
  returnUrl: string | null
  metadata: Metadata
}

type Movement = { id: string; amountCents: number; key: string | null; metadata: Metadata; created: number }

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

type FakeDispute = {
  id: string
  intentId: string
  status: string
  movements: { amount: number; fee: number }[]
  created: number
}

/** The state, for assertions. `key` is the idempotency key of the request. */
export type StripeBooks = {
  intents: {
    id: string
    status: IntentStatus
    amountCents: number
    capturedCents: number
    metadata: Metadata
  }[]
  captures: (Movement & { intentId: string })[]
  cancels: { intentId: string; key: string | null }[]
  refunds: (Movement & { intentId: string; status: RefundStatus })[]
  transfers: (Movement & { destination: string; sourceCharge: string | null; reversedCents: number })[]
  /** Number of saved cards that can still be charged. */
  attachedCards: number
  /** Sum of current holds. */
  heldCents: number
  capturedCents: number
  refundedCents: number
  transferredCents: number
}

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

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

export type Form = URLSearchParams

/** One request: the id in its path, its form and its idempotency key. */
export type Call = { id: string; form: Form; key: string | null }

const metadataOf = (form: Form): Metadata =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const member = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return member ? [[member, value]] : []
    }),
  )

const expands = (form: Form, what: string): boolean =>
  [...form].some(([name, value]) => name.startsWith('expand[') && value === what)

function only(form: Form, known: string[]): void {
  for (const name of form.keys()) {
    const base = name.replace(/\[.*$/, '')
    if (base !== 'expand' && base !== 'metadata' && !known.includes(base))
      throw invalid('parameter_unknown', { param: name })
  }
}

function needed(form: Form, name: string): string {
  const value = form.get(name)
  if (!value) throw invalid('parameter_missing', { param: name })
  return value
}

function centsOf(form: Form, name: string): number {
  const cents = Number(needed(form, name))
  if (!Number.isInteger(cents) || cents <= 0) throw invalid('parameter_invalid_integer', { param: name })
  return cents
}

const declines: Record<'declined' | 'insufficient_funds' | 'expired_card' | 'confirm', LastError> = {
  declined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'fake-wording',
  },
  insufficient_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'fake-wording',
  },
  expired_card: {
    type: 'card_error',
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'fake-wording',
  },
  confirm: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'fake-wording',
  },
}

export type BooksSettings = {
  /** Base URL of the fake's pages. */
  url: () => string
  /** Lifetime of holds in seconds; null: the charge has no `capture_before`. */
  holdSeconds: number | null
  isLive: boolean
}

export function openBooks(settings: BooksSettings) {
  const customers = new Set<string>()
  const methods = new Map<
    string,
    { id: string; customer: string | null; manner: CardManner; lastFour: string }
  >()
  const sessions = new Map<
    string,
    {
      id: string
      customer: string
      status: string
      method: string | null
      successUrl: string
      refused: boolean
    }
  >()
  const accounts = new Map<
    string,
    { id: string; done: boolean; returnUrl: string | null; metadata: Metadata }
  >()
  const intents = new Map<string, Intent>()
  const captures: StripeBooks['captures'] = []
  const cancels: StripeBooks['cancels'] = []
  const refunds: StripeBooks['refunds'] = []
  const disputes = new Map<string, FakeDispute>()
  const warnings = new Map<string, { id: string; intentId: string; actionable: boolean }>()
  /** Charges whose money is available; that of all others is pending. */
  const settledCharges = new Set<string>()
  const transfers: StripeBooks['transfers'] = []

  function found<T>(map: Map<string, T>, id: string): T {
    const thing = map.get(id)
    if (thing === undefined) throw invalid('resource_missing', { status: 404 })
    return thing
  }

  const cardOf = (methodId: string, captureBefore: number | null) => ({
    brand: 'visa',
    last4: methods.get(methodId)?.lastFour ?? '4242',
    exp_month: 12,
    exp_year: 2034,
    ...(captureBefore !== null && { capture_before: captureBefore }),
  })

  const showMethod = (id: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer: found(methods, id).customer,
    card: cardOf(id, null),
  })

  const showCharge = (intent: Intent) => ({
    id: intent.chargeId,
    object: 'charge',
    amount: intent.amountCents,
    amount_captured: intent.capturedCents,
    amount_refunded: intent.refundedCents,
    application_fee_amount: null,
    balance_transaction: intent.status === 'succeeded' ? `txn_${intent.chargeId}` : null,
    billing_details: { address: null, email: null, name: null, phone: null },
    captured: intent.status === 'succeeded',
    created: intent.created,
    currency: 'eur',
    customer: intent.customer,
    disputed: false,
    failure_code: null,
    livemode: settings.isLive,
    metadata: intent.metadata,
    outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.method,
    refunded: intent.capturedCents > 0 && intent.refundedCents === intent.capturedCents,
    source_transfer: null,
    transfer_group: null,
    payment_method_details: { type: 'card', card: cardOf(intent.method, intent.captureBefore) },
    status: 'succeeded',
  })

  const showIntent = (intent: Intent, form: Form = new URLSearchParams(), at = 'latest_charge') => ({
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: intent.amountCents,
    amount_capturable: intent.status === 'requires_capture' ? intent.amountCents : 0,
    amount_received: intent.capturedCents,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.status === 'canceled' ? intent.created : null,
    cancellation_reason: null,
    capture_method: 'manual',
    client_secret: `${intent.id}_secret_fake`,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: 'eur',
    customer: intent.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError,
    latest_charge: intent.chargeId && expands(form, at) ? showCharge(intent) : intent.chargeId,
    livemode: settings.isLive,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { url: `${settings.url()}/confirm/${intent.id}`, return_url: intent.returnUrl },
          }
        : null,
    on_behalf_of: null,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.method,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_group: null,
  })

  const unexpected = (intent: Intent) =>
    invalid('payment_intent_unexpected_state', { payment_intent: showIntent(intent) })

  function refuse(intent: Intent, lastError: LastError): StripeRefusal {
    intent.status = 'requires_payment_method'
    intent.lastError = lastError
    return new StripeRefusal(402, { ...lastError, payment_intent: showIntent(intent) })
  }

  function hold(intent: Intent): void {
    intent.status = 'requires_capture'
    intent.lastError = null
    intent.chargeId = newId('ch')
    intent.captureBefore = settings.holdSeconds === null ? null : nowSeconds() + settings.holdSeconds
  }

  function authorize({ form }: Call, manner?: CardManner) {
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
    const method = found(methods, needed(form, 'payment_method'))
    const customer = needed(form, 'customer')
    const isOffSession = form.get('off_session') === 'true'
    if (!customers.has(customer) || method.customer !== customer) throw invalid('resource_missing')
    if (form.get('currency') !== 'eur' || form.get('capture_method') !== 'manual')
      throw invalid('parameter_invalid')
    if (form.get('confirm') !== 'true') throw invalid('parameter_invalid')
    if (!isOffSession && !form.get('return_url')) throw invalid('parameter_missing', { param: 'return_url' })
    const intent: Intent = {
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
    intents.set(intent.id, intent)
    const behaves = manner ?? method.manner
    if (behaves === 'confirm' && !isOffSession) intent.status = 'requires_action'
    else if (behaves === 'ok' || behaves === 'capture_fails') hold(intent)
    else throw refuse(intent, declines[behaves])
    return showIntent(intent, form)
  }

  function capture({ id, form, key }: Call) {
    only(form, ['amount_to_capture'])
    const intent = found(intents, id)
    if (intent.status !== 'requires_capture') throw unexpected(intent)
    const amountCents = form.has('amount_to_capture')
      ? centsOf(form, 'amount_to_capture')
      : intent.amountCents
    if (amountCents > intent.amountCents) throw invalid('amount_too_large')
    if (methods.get(intent.method)?.manner === 'capture_fails') throw refuse(intent, declines.declined)
    intent.status = 'succeeded'
    intent.capturedCents = amountCents
    captures.push({
      id: intent.chargeId ?? '',
      intentId: id,
      amountCents,
      key,
      metadata: intent.metadata,
      created: nowSeconds(),
    })
    return showIntent(intent, form)
  }

  function cancel({ id, form, key }: Call) {
    only(form, [])
    const intent = found(intents, id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent)
    intent.status = 'canceled'
    cancels.push({ intentId: id, key })
    return showIntent(intent, form)
  }

  const showRefund = (refund: StripeBooks['refunds'][number]) => {
    const intent = found(intents, refund.intentId)
    return {
      id: refund.id,
      object: 'refund',
      amount: refund.amountCents,
      balance_transaction: refund.status === 'succeeded' ? `txn_${refund.id}` : null,
      charge: intent.chargeId,
      created: refund.created,
      currency: 'eur',
      destination_details: { type: 'card', card: { type: 'refund' } },
      metadata: refund.metadata,
      payment_intent: refund.intentId,
      pending_reason: refund.status === 'pending' ? 'processing' : undefined,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: refund.status,
      transfer_reversal: null,
      ...(refund.status === 'failed' && {
        failure_balance_transaction: `txn_failed_${refund.id}`,
        failure_reason: 'lost_or_stolen_card',
      }),
    }
  }

  const isOut = (status: RefundStatus): boolean => status !== 'failed' && status !== 'canceled'

  function refund({ form, key }: Call, status: RefundStatus = 'succeeded') {
    only(form, ['payment_intent', 'amount'])
    return makeRefund(found(intents, needed(form, 'payment_intent')), {
      amountCents: centsOf(form, 'amount'),
      key,
      metadata: metadataOf(form),
      status,
    })
  }

  function makeRefund(
    intent: Intent,
    {
      amountCents,
      key,
      metadata,
      status,
    }: Omit<StripeBooks['refunds'][number], 'id' | 'intentId' | 'created'>,
  ) {
    const leftCents = intent.capturedCents - intent.refundedCents
    if (leftCents === 0) throw invalid('charge_already_refunded')
    if (amountCents > leftCents) throw invalid('amount_too_large')
    if (isOut(status)) intent.refundedCents += amountCents
    const id = newId('re')
    const entry = { id, amountCents, key, intentId: intent.id, metadata, status, created: nowSeconds() }
    refunds.push(entry)
    return showRefund(entry)
  }

  const showTransfer = ({
    id,
    amountCents,
    destination,
    sourceCharge,
    metadata,
    created,
    reversedCents,
  }: (typeof transfers)[number]) => ({
    id,
    object: 'transfer',
    amount: amountCents,
    amount_reversed: reversedCents,
    balance_transaction: `txn_${id}`,
    created,
    currency: 'eur',
    description: null,
    destination,
    livemode: settings.isLive,
    metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: reversedCents === amountCents,
    source_transaction: sourceCharge,
    source_type: 'card',
    transfer_group: null,
  })

  const totalCents = (entries: { amountCents: number }[]): number =>
    entries.reduce((sum, { amountCents }) => sum + amountCents, 0)

  /** Remaining amount for transfers with this `source_transaction`, which may use pending money of the charge. */
  const leftOf = (chargeId: string): number =>
    totalCents(captures.filter(({ id }) => id === chargeId)) -
    totalCents(transfers.filter(({ sourceCharge }) => sourceCharge === chargeId))

  /** Available balance, without pending money: the source of all other transfers. */
  function availableCents(): number {
    const settled = captures.filter(({ id }) => settledCharges.has(id))
    const refunded = refunds.filter(
      ({ intentId, status }) => isOut(status) && settled.some((each) => each.intentId === intentId),
    )
    const spent = transfers.filter(({ sourceCharge }) => !sourceCharge || settledCharges.has(sourceCharge))
    return totalCents(settled) - totalCents(refunded) - totalCents(spent)
  }

  function transfer({ form, key }: Call) {
    only(form, ['amount', 'currency', 'destination', 'source_transaction'])
    const amountCents = centsOf(form, 'amount')
    const destination = needed(form, 'destination')
    const sourceCharge = form.get('source_transaction')
    if (!found(accounts, destination).done) throw invalid('insufficient_capabilities_for_transfer')
    const coveredCents = sourceCharge ? leftOf(sourceCharge) : availableCents()
    if (coveredCents < amountCents) throw invalid('balance_insufficient')
    const entry = {
      id: newId('tr'),
      amountCents,
      key,
      destination,
      sourceCharge,
      reversedCents: 0,
      metadata: metadataOf(form),
      created: nowSeconds(),
    }
    transfers.push(entry)
    return showTransfer(entry)
  }

  function startSession({ form }: Call) {
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
    if (!customers.has(customer)) throw invalid('resource_missing')
    const session = {
      id: newId('cs_test'),
      customer,
      status: 'open',
      method: null,
      successUrl: needed(form, 'success_url'),
      refused: false,
    }
    sessions.set(session.id, session)
    return showSession(session.id, form)
  }

  function showSession(id: string, form: Form) {
    const session = found(sessions, id)
    const isWhole = expands(form, 'setup_intent.payment_method')
    const setupIntent = session.status === 'complete' && {
      id: `seti_${id.slice(8)}`,
      object: 'setup_intent',
      status: session.refused ? 'requires_payment_method' : 'succeeded',
      payment_method: session.method && (isWhole ? showMethod(session.method) : session.method),
    }
    return {
      id,
      object: 'checkout.session',
      mode: 'setup',
      customer: session.customer,
      status: session.status,
      setup_intent: setupIntent && (isWhole ? setupIntent : setupIntent.id),
      url: session.status === 'open' ? `${settings.url()}/checkout/${id}` : null,
    }
  }

  const showAccount = (id: string) => {
    const { done, metadata } = found(accounts, id)
    return {
      id,
      object: 'account',
      capabilities: { transfers: done ? 'active' : 'inactive' },
      details_submitted: done,
      payouts_enabled: done,
      metadata,
    }
  }

  function refundOf(id: string): StripeBooks['refunds'][number] {
    const entry = refunds.find((each) => each.id === id)
    if (!entry) throw invalid('resource_missing', { status: 404 })
    return entry
  }

  const showDispute = (id: string) => {
    const { intentId, status, movements, created } = found(disputes, id)
    const intent = found(intents, intentId)
    return {
      id,
      object: 'dispute',
      amount: intent.capturedCents,
      balance_transactions: movements.map(({ amount, fee }, index) => ({
        id: `txn_${id}_${index}`,
        object: 'balance_transaction',
        amount,
        fee,
        net: amount - fee,
        currency: 'eur',
        type: 'adjustment',
      })),
      charge: intent.chargeId,
      created,
      currency: 'eur',
      enhanced_eligibility_types: [],
      evidence: {},
      evidence_details: {
        due_by: created + 7 * 86_400,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      is_charge_refundable: false,
      livemode: settings.isLive,
      metadata: {},
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    }
  }

  const showWarning = (id: string) => {
    const { intentId, actionable } = found(warnings, id)
    return {
      id,
      object: 'radar.early_fraud_warning',
      actionable,
      charge: found(intents, intentId).chargeId,
      created: nowSeconds(),
      fraud_type: 'made_with_stolen_card',
      livemode: settings.isLive,
      payment_intent: intentId,
    }
  }

  function newCard(customer: string, manner: CardManner): string {
    const id = newId('pm')
    methods.set(id, { id, customer, manner, lastFour: String(4_242 + methods.size).slice(-4) })
    return id
  }

  function newCustomer(): string {
    const id = newId('cus')
    customers.add(id)
    return id
  }

  /** One page like Stripe's: newest first, 10 items by default, after the item `starting_after`. */
  function list<T extends { id: string; created: number }>(all: T[], form: Form, show: (item: T) => unknown) {
    const since = Number(form.get('created[gte]') ?? 0)
    const rows = all.filter(({ created }) => created >= since).toReversed()
    const after = form.get('starting_after')
    const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0
    const limit = Number(form.get('limit') ?? 10)
    const data = rows.slice(from, from + limit).map(show)
    return { object: 'list', data, has_more: from + limit < rows.length, url: '/v1/list' }
  }

  return {
    /** Stripe's API operations. */
    calls: {
      authorize,
      capture,
      cancel,
      refund,
      transfer,
      startSession,
      readIntent: ({ id, form }: Call) => showIntent(found(intents, id), form),
      listIntents: ({ form }: Call) =>
        list(
          [...intents.values()].filter(({ customer }) => customer === (form.get('customer') ?? customer)),
          form,
          (intent) => showIntent(intent, form, 'data.latest_charge'),
        ),
      readRefund: ({ id }: Call) => showRefund(refundOf(id)),
      readDispute: ({ id }: Call) => showDispute(id),
      readWarning: ({ id }: Call) => showWarning(id),
      listRefunds: ({ form }: Call) =>
        list(
          refunds.filter(({ intentId }) => intentId === (form.get('payment_intent') ?? intentId)),
          form,
          showRefund,
        ),
      listTransfers: ({ form }: Call) =>
        list(
          transfers.filter(({ destination }) => destination === (form.get('destination') ?? destination)),
          form,
          showTransfer,
        ),
      newCustomer: ({ form }: Call) => {
        only(form, [])
        return { id: newCustomer(), object: 'customer', metadata: metadataOf(form) }
      },
      readSession: ({ id, form }: Call) => showSession(id, form),
      readMethod: ({ id }: Call) => showMethod(id),
      detach({ id }: Call) {
        const method = found(methods, id)
        if (method.customer === null) throw invalid('payment_method_not_attached')
        method.customer = null
        return showMethod(id)
      },
      newAccount({ form }: Call) {
        only(form, ['controller', 'capabilities'])
        if (form.get('controller[stripe_dashboard][type]') !== 'express') throw invalid('parameter_invalid')
        if (form.get('capabilities[transfers][requested]') !== 'true') throw invalid('parameter_invalid')
        const id = newId('acct')
        accounts.set(id, { id, done: false, returnUrl: null, metadata: metadataOf(form) })
        return showAccount(id)
      },
      readAccount: ({ id }: Call) => showAccount(id),
      accountLink({ form }: Call) {
        only(form, ['account', 'type', 'refresh_url', 'return_url'])
        found(accounts, needed(form, 'account')).returnUrl = form.get('return_url')
        return { object: 'account_link', url: `${settings.url()}/onboarding/${needed(form, 'account')}` }
      },
      loginLink({ id }: Call) {
        if (!found(accounts, id).done) throw invalid('account_invalid')
        return { object: 'login_link', url: `${settings.url()}/dashboard/${id}` }
      },
      balance: () => ({
        object: 'balance',
        livemode: settings.isLive,
        available: [{ amount: availableCents(), currency: 'eur', source_types: { card: availableCents() } }],
        pending: [],
      }),
    },

    /** Actions of people on Stripe's pages or in its dashboard. */
    people: {
      /** Creates a customer with a saved card. */
      saveCard(manner: CardManner = 'ok', customer: string = newCustomer()) {
        return { payerReference: customer, methodReference: newCard(customer, manner) }
      },
      completeSetup(sessionId: string, manner: CardManner = 'ok'): void {
        const session = found(sessions, sessionId)
        session.status = 'complete'
        session.method = newCard(session.customer, manner)
      },
      refuseSetup(sessionId: string): void {
        Object.assign(found(sessions, sessionId), { status: 'complete', refused: true })
      },
      expireSetup(sessionId: string): void {
        found(sessions, sessionId).status = 'expired'
      },
      /** The customer answers the bank's 3-D Secure question. */
      confirm(intentId: string, approve = true): void {
        const intent = found(intents, intentId)
        if (intent.status !== 'requires_action') throw unexpected(intent)
        if (approve) return hold(intent)
        const code = 'payment_intent_authentication_failure'
        intent.status = 'requires_payment_method'
        intent.lastError = { type: 'invalid_request_error', code, message: 'fake-wording' }
      },
      /** Return URL of a card page, a confirmation or an onboarding. */
      returnUrlOf: (id: string): string | null =>
        sessions.get(id)?.successUrl ?? intents.get(id)?.returnUrl ?? accounts.get(id)?.returnUrl ?? null,
      /** The hold expires, as after seven days. */
      expireHold(intentId: string): void {
        found(intents, intentId).status = 'canceled'
      },
      /** The payment is processing, with an unknown outcome. */
      process(intentId: string): void {
        found(intents, intentId).status = 'processing'
      },
      finishPayoutSetup(accountId: string): void {
        found(accounts, accountId).done = true
      },
      /** A cardholder disputes a charge: the bank takes the money back immediately, and Stripe charges its fee. */
      dispute(intentId: string): string {
        const id = newId('du')
        const movements = [{ amount: -found(intents, intentId).capturedCents, fee: 2_000 }]
        disputes.set(id, { id, intentId, status: 'needs_response', movements, created: nowSeconds() })
        return id
      },
      closeDispute(id: string, status: 'won' | 'lost'): void {
        const dispute = found(disputes, id)
        dispute.status = status
        const { capturedCents } = found(intents, dispute.intentId)
        if (status === 'won') dispute.movements.push({ amount: capturedCents, fee: -2_000 })
      },
      warnOfFraud(intentId: string): string {
        const id = newId('issfr')
        warnings.set(id, { id, intentId, actionable: true })
        return id
      },
      /** A charge on the same Stripe account that was not made by Dray. */
      chargeElsewhere(customer: string, method: string, amountCents: number): string {
        const id = newId('pi')
        intents.set(id, {
          id,
          customer,
          method,
          amountCents,
          capturedCents: amountCents,
          refundedCents: 0,
          status: 'succeeded',
          chargeId: newId('ch'),
          captureBefore: null,
          created: nowSeconds(),
          lastError: null,
          returnUrl: null,
          metadata: {},
        })
        return id
      },
      /** Made in the dashboard, without Dray, like all methods that end in `ByHand`. */
      captureByHand(intentId: string, amountCents: number): void {
        capture({
          id: intentId,
          form: new URLSearchParams({ amount_to_capture: `${amountCents}` }),
          key: null,
        })
      },
      cancelByHand(intentId: string): void {
        cancel({ id: intentId, form: new URLSearchParams(), key: null })
      },
      transferByHand(destination: string, amountCents: number): string {
        const form = new URLSearchParams({ amount: `${amountCents}`, currency: 'eur', destination })
        return transfer({ form, id: '', key: null }).id
      },
      reverseByHand(transferId: string, amountCents: number): void {
        const made = transfers.find(({ id }) => id === transferId)
        if (!made) throw invalid('resource_missing', { status: 404 })
        made.reversedCents = amountCents
      },
      refundByHand: (intentId: string, amountCents: number): string =>
        makeRefund(found(intents, intentId), { amountCents, key: null, metadata: {}, status: 'succeeded' })
          .id,
      /** Moves all captures so far to the available balance, as some days later. */
      makeAvailable(): void {
        for (const { id } of captures) settledCharges.add(id)
      },
      /** The bank decides a pending refund, or returns a refund that had succeeded. */
      endRefund(id: string, status: RefundStatus): void {
        const entry = refundOf(id)
        const intent = found(intents, entry.intentId)
        if (isOut(entry.status) && !isOut(status)) intent.refundedCents -= entry.amountCents
        entry.status = status
      },
      /** Stripe disables the payouts of a carrier. */
      stopPayouts(accountId: string): void {
        found(accounts, accountId).done = false
      },
    },

    /** The object as an event would contain it. */
    show(id: string): object {
      if (intents.has(id)) return showIntent(found(intents, id))
      if (sessions.has(id)) return showSession(id, new URLSearchParams())
      if (accounts.has(id)) return showAccount(id)
      if (id.startsWith('re_')) return showRefund(refundOf(id))
      if (disputes.has(id)) return showDispute(id)
      if (warnings.has(id)) return showWarning(id)
      const intent = [...intents.values()].find(({ chargeId }) => chargeId === id)
      if (!intent) throw invalid('resource_missing', { status: 404 })
      return showCharge(intent)
    },

    /** A snapshot of the state. */
    books: (): StripeBooks =>
      structuredClone({
        intents: [...intents.values()].map(({ id, status, amountCents, capturedCents, metadata }) => ({
          id,
          status,
          amountCents,
          capturedCents,
          metadata,
        })),
        captures,
        cancels,
        refunds: refunds.filter(({ status }) => isOut(status)),
        transfers,
        attachedCards: [...methods.values()].filter(({ customer }) => customer !== null).length,
        heldCents: totalCents([...intents.values()].filter(({ status }) => status === 'requires_capture')),
        capturedCents: totalCents(captures),
        refundedCents: totalCents(refunds.filter(({ status }) => isOut(status))),
        transferredCents: totalCents(transfers),
      }),
  }
}

export type Books = ReturnType<typeof openBooks>
