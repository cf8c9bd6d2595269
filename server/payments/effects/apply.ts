import type { Transaction } from 'kysely'
import type { LedgerKind } from '#contract/admin/money/ledger-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { book, type LedgerAccount, ledgerAccount } from '../ledger/entries.ts'
import { changePayment, type Payment } from '../payment.ts'
import type { Authorization, Captured, Voided } from '../processor.ts'
import { giveToWallet } from '../wallet/balance.ts'
import { bookedBy, type SettledEffect } from './outcome.ts'
import { changeAmount, insertEffect, isUnsettled } from './queue.ts'

type Trx = Transaction<Tables>

/**
 * Updates the payment with the outcome of its effect and books the outcome in the ledger.
 *
 * @returns whether the change concerns the job or the top-up, so its own handler must run.
 */
export async function applyOutcome(trx: Trx, settled: SettledEffect): Promise<boolean> {
  const { kind, outcome } = settled
  if (kind === 'authorize') return applyAuthorization(trx, settled, outcome)
  if (kind === 'capture') await applyCapture(trx, settled, outcome)
  else if (kind === 'void') return applyVoid(trx, settled, outcome)
  else if (kind === 'refund') await applyRefund(trx, settled)
  else await applyTransfer(trx, settled)
  return true
}

/** How long a customer has to confirm a payment on the bank's page. */
const abandonAfterSeconds = 15 * 60

const undecided = new Set<Payment['status']>(['authorizing', 'action_required', 'releasing'])

async function applyAuthorization(
  trx: Trx,
  settled: SettledEffect,
  outcome: Authorization,
): Promise<boolean> {
  const { payment } = settled
  // The payment may have been released while it waited for the customer's confirmation.
  if (!undecided.has(payment.status)) return false
  const reference = outcome.reference === null ? {} : { reference: outcome.reference }
  // While a void is queued the status must stay `releasing`: store only the reference, which the void needs.
  const isWanted = payment.status !== 'releasing'
  switch (outcome.outcome) {
    case 'held':
      await changePayment(trx, payment.id, {
        ...reference,
        ...(isWanted && { status: 'held' }),
        held: { expiresAt: outcome.holdExpiresAt },
      })
      if (payment.source === 'card') await hold(trx, settled)
      return true
    case 'action_required':
      if (!isWanted || payment.status === 'action_required') {
        await changePayment(trx, payment.id, reference)
        return false
      }
      await changePayment(trx, payment.id, {
        ...reference,
        status: 'action_required',
        action: { url: outcome.actionUrl, abandonAfterSeconds },
      })
      return true
    case 'refused':
      // Also cancel at the processor, so a customer who is still on the bank's page can no longer confirm.
      if (outcome.refusal === 'not_confirmed' && isWanted && outcome.reference)
        await endAtProcessor(trx, payment)
      await changePayment(trx, payment.id, { ...reference, status: 'refused', refusal: outcome.refusal })
      return true
    default:
      await changePayment(trx, payment.id, reference)
      return false
  }
}

/**
 * Cancels at the processor a payment that is refused here, to avoid an open hold there. Makes no booking: the payment
 * is no longer held in the ledger by then.
 */
const endAtProcessor = (trx: Trx, { id }: Payment) =>
  insertEffect(trx, { paymentId: id, kind: 'void', amountCents: 0 })

async function applyCapture(trx: Trx, settled: SettledEffect, captured: Captured): Promise<void> {
  const { payment, effect } = settled
  if (captured.outcome === 'refused') {
    if (captured.refusal === 'other') await endAtProcessor(trx, payment)
    await changePayment(trx, payment.id, { status: 'refused', refusal: 'other' })
    return giveBack(trx, settled, 'release', ledgerAccount.held(payment.id), payment.amountCents)
  }
  const { capturedCents } = captured
  if (capturedCents !== effect.amountCents) await changeAmount(trx, effect.id, capturedCents)
  await changePayment(trx, payment.id, { status: 'captured', capturedCents })
  await capture(trx, settled, capturedCents)
}

async function applyVoid(trx: Trx, settled: SettledEffect, voided: Voided): Promise<boolean> {
  const { payment } = settled
  const isInBooks = payment.status === 'releasing' && payment.heldAt !== null
  if (voided.outcome === 'already_captured') {
    const { capturedCents } = voided
    // Booked already, or our own capture has no response yet and will book it. Otherwise a person captured it by hand
    // on the processor's own page.
    if (payment.capturedCents > 0 || (await isUnsettled(trx, { paymentId: payment.id, kind: 'capture' })))
      return false
    // The ledger has no hold for this payment: it was refused here, or never seen as held.
    if (!isInBooks) await hold(trx, settled)
    await changePayment(trx, payment.id, { status: 'captured', capturedCents })
    await capture(trx, settled, capturedCents)
    return true
  }
  if (payment.status !== 'releasing') return true
  await changePayment(trx, payment.id, { status: 'released' })
  if (isInBooks) await giveBack(trx, settled, 'release', ledgerAccount.held(payment.id), payment.amountCents)
  return true
}

async function applyRefund(trx: Trx, settled: SettledEffect): Promise<void> {
  const { payment, effect } = settled
  const { amountCents } = effect
  await changePayment(trx, payment.id, { refundedCents: payment.refundedCents + amountCents })
  await giveBack(trx, settled, 'refund', ledgerAccount.captured(payment.id), amountCents)
}

async function applyTransfer(trx: Trx, settled: SettledEffect): Promise<void> {
  const { effect } = settled
  await book(trx, {
    ...bookedBy(settled),
    kind: 'transfer',
    debit: ledgerAccount.carrier(effect.carrierId ?? ''),
    credit: payerOf(settled),
    amountCents: effect.amountCents,
  })
}

/** Books the hold of a card payment. A wallet's money was already taken in this transaction (`walletOutcome`). */
async function hold(trx: Trx, settled: SettledEffect): Promise<void> {
  const { id, processor, amountCents } = settled.payment
  await book(trx, {
    ...bookedBy(settled),
    kind: 'hold',
    debit: ledgerAccount.processor(processor),
    credit: ledgerAccount.held(id),
    amountCents,
  })
}

/** Books the captured amount, ready to be shared out, and releases the rest of the hold. */
async function capture(trx: Trx, settled: SettledEffect, amountCents: number): Promise<void> {
  const { payment } = settled
  const held = ledgerAccount.held(payment.id)
  await book(trx, {
    ...bookedBy(settled),
    kind: 'capture',
    debit: held,
    credit: ledgerAccount.captured(payment.id),
    amountCents,
  })
  await giveBack(trx, settled, 'release', held, payment.amountCents - amountCents)
}

/** Books an amount back to the source of the payment: the wallet or the processor. */
async function giveBack(
  trx: Trx,
  settled: SettledEffect,
  kind: LedgerKind,
  from: LedgerAccount,
  amountCents: number,
): Promise<void> {
  const { payment } = settled
  const move = { ...bookedBy(settled), kind, amountCents }
  if (payment.source === 'wallet') return giveToWallet(trx, { ...move, accountId: payment.accountId, from })
  await book(trx, { ...move, debit: from, credit: payerOf(settled) })
}

/** The account that pays a refund or a payout. */
const payerOf = ({ payment, isOutside }: SettledEffect): LedgerAccount =>
  isOutside ? ledgerAccount.platformOutside : ledgerAccount.processor(payment.processor)
