import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { accountBalance, book, ledgerAccount } from '../ledger/entries.ts'
import { giveToWallet, takeFromWallet } from '../wallet/balance.ts'
import { bookedBy, type SettledEffect } from './outcome.ts'
import { queueEffect } from './queue.ts'

/**
 * Captures a top-up as soon as it is held, and credits the wallet in the transaction that settles the capture. Money
 * that was captured on the processor's page after the top-up was given up is refunded to the card.
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
 * Takes a top-up that was refunded at the processor out of the wallet again. The platform covers it when the wallet
 * has not enough left. Money that was captured and refunded without ever reaching the wallet needs no cover.
 */
async function coverRefund(trx: Transaction<Tables>, { payment, effect }: SettledEffect): Promise<void> {
  const { id, accountId, mode, jobId } = payment
  const captured = ledgerAccount.captured(id)
  const amountCents = Math.max(0, -(await accountBalance(trx, captured)))
  const move = { mode, jobId, paymentId: id, effectId: effect.id, kind: 'correction', amountCents } as const
  if (amountCents === 0) return
  const isTaken = await takeFromWallet(trx, { ...move, accountId, to: captured, includesFrozen: true })
  if (!isTaken) await book(trx, { ...move, debit: ledgerAccount.platformFees, credit: captured })
}
