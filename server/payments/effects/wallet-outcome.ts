import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { accountBalance, book, ledgerAccount } from '../ledger/entries.ts'
import type { Payment } from '../payment.ts'
import { giveToWallet, takeFromWallet, takeUpTo } from '../wallet/balance.ts'
import { bookedBy, type EffectOutcome, type SettledEffect } from './outcome.ts'
import { type Effect, queueEffect } from './queue.ts'

/**
 * Decides the outcome of a payment from the wallet as a processor would, inside the caller's transaction, so no
 * response can be lost.
 */
export async function walletOutcome(
  trx: Transaction<Tables>,
  { effect, payment }: { effect: Effect; payment: Payment },
): Promise<EffectOutcome> {
  switch (effect.kind) {
    case 'authorize':
      return { kind: 'authorize', outcome: await take(trx, { effect, payment }) }
    case 'capture':
      return { kind: 'capture', outcome: { outcome: 'captured', capturedCents: effect.amountCents } }
    case 'void':
      return { kind: 'void', outcome: { outcome: 'released' } }
    case 'refund':
      return { kind: 'refund', outcome: { outcome: 'done', reference: effect.id } }
    default:
      throw new Error('a carrier is paid by the processor, whatever the customer paid with')
  }
}

async function take(
  trx: Transaction<Tables>,
  about: { effect: Effect; payment: Payment },
): Promise<Extract<EffectOutcome, { kind: 'authorize' }>['outcome']> {
  const { payment } = about
  const { accountId, amountCents } = payment
  // The payment was given up before its hold was taken.
  if (payment.status === 'releasing') return { outcome: 'refused', reference: null, refusal: 'other' }
  const to = ledgerAccount.held(payment.id)
  const isTaken = await takeFromWallet(trx, {
    ...bookedBy(about),
    kind: 'hold',
    accountId,
    to,
    amountCents,
  })
  if (!isTaken) return { outcome: 'refused', reference: null, refusal: 'insufficient_funds' }
  return { outcome: 'held', reference: `wallet:${payment.id}`, holdExpiresAt: null }
}

/**
 * Captures a top-up as soon as it is held, and credits the wallet in the transaction that settles the capture. Money
 * captured on the processor's page after the top-up was given up is refunded to the card.
 */
export async function settleTopUp(trx: Transaction<Tables>, settled: SettledEffect): Promise<void> {
  const { kind, payment, outcome } = settled
  const { id: paymentId, accountId, amountCents } = payment
  if (kind === 'authorize' && outcome.outcome === 'held' && payment.status !== 'releasing')
    await queueEffect(trx, { paymentId, kind: 'capture', amountCents })
  if (kind === 'void' && outcome.outcome === 'already_captured')
    await queueEffect(trx, { paymentId, kind: 'refund', amountCents: outcome.capturedCents })
  if (kind === 'refund') await coverRefund(trx, settled)
  if (kind === 'capture' && outcome.outcome === 'captured')
    await giveToWallet(trx, {
      ...bookedBy(settled),
      kind: 'top_up',
      accountId,
      from: ledgerAccount.captured(paymentId),
      amountCents: outcome.capturedCents,
    })
}

/**
 * Takes a top-up that was refunded at the processor out of the wallet. The platform pays the part that the wallet no
 * longer has. Money that was captured and refunded without reaching the wallet needs no cover.
 */
async function coverRefund(trx: Transaction<Tables>, { payment, effect }: SettledEffect): Promise<void> {
  const { id, accountId, mode, jobId } = payment
  const captured = ledgerAccount.captured(id)
  const amountCents = Math.max(0, -(await accountBalance(trx, captured)))
  if (amountCents === 0) return
  const move = { mode, jobId, paymentId: id, effectId: effect.id, kind: 'correction' } as const
  const takenCents = await takeUpTo(trx, { ...move, accountId, to: captured, amountCents })
  const missingCents = amountCents - takenCents
  await book(trx, { ...move, debit: ledgerAccount.platformFees, credit: captured, amountCents: missingCents })
}
