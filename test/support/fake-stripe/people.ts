import { newCard, newCustomer } from './cards.ts'
import { cancel, capture, hold, unexpected } from './holds.ts'
import { isEffective, makeRefund, refundOf } from './refunds.ts'
import { invalid } from './refusal.ts'
import { type CardBehaviour, found, newId, nowSeconds, type RefundStatus, type State } from './state.ts'
import { transfer } from './transfers.ts'

/** Acts of people and banks outside of Dray. Those that end in `ByHand` are made in Stripe's dashboard. */
export const peopleOf = (state: State) => ({
  ...customersOf(state),
  ...banksOf(state),
  ...carriersOf(state),
  ...staffOf(state),
})

export type People = ReturnType<typeof peopleOf>

const customersOf = (state: State) => ({
  /** Creates a customer with a saved card. */
  saveCard(behaviour: CardBehaviour = 'ok', customer: string = newCustomer(state)) {
    return { payerReference: customer, methodReference: newCard(state, customer, behaviour) }
  },
  completeSetup(sessionId: string, behaviour: CardBehaviour = 'ok'): void {
    const session = found(state.sessions, sessionId)
    session.status = 'complete'
    session.method = newCard(state, session.customer, behaviour)
  },
  refuseSetup(sessionId: string): void {
    Object.assign(found(state.sessions, sessionId), { status: 'complete', refused: true })
  },
  expireSetup(sessionId: string): void {
    found(state.sessions, sessionId).status = 'expired'
  },
  /**
   * The customer types a card into the fields of Stripe, whose script confirms the SetupIntent of this secret.
   *
   * @param card `refused`: the bank declines it at once. `asks`: the bank wants a confirmation (`answerSetup`).
   */
  typeCard(clientSecret: string, card: CardBehaviour | 'refused' | 'asks' = 'ok'): SetupOutcome {
    const setup = [...state.setups.values()].find((each) => each.clientSecret === clientSecret)
    if (!setup) throw invalid('resource_missing', { status: 404 })
    if (setup.status === 'succeeded' || setup.status === 'canceled') return 'unexpected_state'
    if (card === 'refused') return 'declined'
    if (card === 'asks') {
      setup.status = 'requires_action'
      return 'asks'
    }
    setup.status = 'succeeded'
    setup.method = newCard(state, setup.customer, card)
    return 'succeeded'
  },
  /** The customer answers the bank that asked about a card. */
  answerSetup(clientSecret: string, approve: boolean): SetupOutcome {
    const setup = [...state.setups.values()].find((each) => each.clientSecret === clientSecret)
    if (setup?.status !== 'requires_action') return 'unexpected_state'
    setup.status = 'requires_payment_method'
    return approve ? this.typeCard(clientSecret) : 'not_confirmed'
  },
  /** The customer answers the bank's 3-D Secure question. */
  confirm(intentId: string, approve = true): void {
    const intent = found(state.intents, intentId)
    if (intent.status !== 'requires_action') throw unexpected(state, intent)
    if (approve) return hold(state, intent)
    const code = 'payment_intent_authentication_failure'
    intent.status = 'requires_payment_method'
    intent.lastError = { type: 'invalid_request_error', code, message: 'fake-wording' }
  },
  /** Return URL of a card page, a confirmation or an onboarding. */
  returnUrlOf: (id: string): string | null =>
    state.sessions.get(id)?.successUrl ??
    state.intents.get(id)?.returnUrl ??
    state.accounts.get(id)?.returnUrl ??
    null,
})

export type SetupOutcome = 'succeeded' | 'declined' | 'asks' | 'not_confirmed' | 'unexpected_state'

const banksOf = (state: State) => ({
  /** The hold expires, as after seven days. */
  expireHold(intentId: string): void {
    found(state.intents, intentId).status = 'canceled'
  },
  /** The payment is processing, with an unknown outcome. */
  process(intentId: string): void {
    found(state.intents, intentId).status = 'processing'
  },
  /** A cardholder disputes a charge: the bank takes the money back immediately, and Stripe charges its fee. */
  dispute(intentId: string): string {
    const id = newId('du')
    const movements = [{ amount: -found(state.intents, intentId).capturedCents, fee: 2_000 }]
    state.disputes.set(id, { id, intentId, status: 'needs_response', movements, created: nowSeconds() })
    return id
  },
  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = found(state.disputes, id)
    dispute.status = status
    const { capturedCents } = found(state.intents, dispute.intentId)
    if (status === 'won') dispute.movements.push({ amount: capturedCents, fee: -2_000 })
  },
  warnOfFraud(intentId: string): string {
    const id = newId('issfr')
    state.warnings.set(id, { id, intentId, actionable: true })
    return id
  },
  /** Moves all captures so far to the available balance, as some days later. */
  makeAvailable(): void {
    for (const { id } of state.captures) state.settledCharges.add(id)
  },
  /** The bank decides a pending refund, or returns a refund that had succeeded. */
  endRefund(id: string, status: RefundStatus): void {
    const entry = refundOf(state, id)
    const intent = found(state.intents, entry.intentId)
    if (isEffective(entry.status) && !isEffective(status)) intent.refundedCents -= entry.amountCents
    entry.status = status
  },
})

const carriersOf = (state: State) => ({
  finishPayoutSetup(accountId: string): void {
    found(state.accounts, accountId).done = true
  },
  /** Stripe disables the payouts of a carrier. */
  stopPayouts(accountId: string): void {
    found(state.accounts, accountId).done = false
  },
})

const staffOf = (state: State) => ({
  /** A charge on the same Stripe account that was not made by Dray. */
  chargeElsewhere(customer: string, method: string, amountCents: number): string {
    const id = newId('pi')
    state.intents.set(id, {
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
  captureByHand(intentId: string, amountCents: number): void {
    const form = new URLSearchParams({ amount_to_capture: `${amountCents}` })
    capture(state, { id: intentId, form, key: null })
  },
  cancelByHand(intentId: string): void {
    cancel(state, { id: intentId, form: new URLSearchParams(), key: null })
  },
  transferByHand(destination: string, amountCents: number): string {
    const form = new URLSearchParams({ amount: `${amountCents}`, currency: 'eur', destination })
    return transfer(state, { form, id: '', key: null }).id
  },
  reverseByHand(transferId: string, amountCents: number): void {
    const made = state.transfers.find(({ id }) => id === transferId)
    if (!made) throw invalid('resource_missing', { status: 404 })
    made.reversedCents = amountCents
  },
  refundByHand(intentId: string, amountCents: number): string {
    const input = { amountCents, key: null, metadata: {}, status: 'succeeded' as const }
    return makeRefund(state, found(state.intents, intentId), input).id
  },
})
